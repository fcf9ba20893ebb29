export type NifProblem = 'digits' | 'first-digit' | 'check-digit';

/** A typed NIF without `PT`, spaces, dots, hyphens and characters without a shape. */
export function compactNif(typed: string): string {
  return typed.replace(/[\s\p{Cf}.-]/gu, '').replace(/^PT/i, '');
}

/**
 * Why a compact text is no Portuguese NIF; undefined where it may be one. The ninth digit checks the others: weights 9
 * to 2, modulo 11; a remainder of 0 or 1 gives 0, any other 11 less the remainder. Whether it was issued is not
 * checked.
 */
export function nifProblem(nif: string): NifProblem | undefined {
  if (!/^\d{9}$/.test(nif)) return 'digits';
  if (nif.startsWith('0')) return 'first-digit';
  const sum = [...nif.slice(0, 8)].reduce((total, digit, at) => total + Number(digit) * (9 - at), 0);
  const checkDigit = ((11 - (sum % 11)) % 11) % 10;
  return checkDigit === Number(nif[8]) ? undefined : 'check-digit';
}
