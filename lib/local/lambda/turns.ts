/** Runs at most `most` works at a time; further ones wait, in order. */
export function turns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The turn goes to the next one.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
