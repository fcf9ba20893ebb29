/** Computes a value when it is first asked for; a computation that needs its own value is an error that names `what`. */
export function onceWithoutCircle<T>(what: string, compute: () => T): () => T {
  let state: 'new' | 'busy' | 'done' = 'new';
  let value: T;
  return () => {
    if (state === 'busy') throw new Error(`The template refers to itself: ${what} needs itself`);
    if (state === 'new') {
      state = 'busy';
      value = compute();
      state = 'done';
    }
    return value;
  };
}
