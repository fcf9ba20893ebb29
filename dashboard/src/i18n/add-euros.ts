/** In cents, so that no sum ends in …000001. */
export function addEuros(euros: readonly number[]): number {
  return euros.reduce((cents, each) => cents + Math.round(each * 100), 0) / 100;
}
