/** Computes a value on first use. Throws an error that names `what` when the computation needs its own value. */
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
