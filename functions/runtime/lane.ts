/** A task; it must not reject. */
type Task = () => Promise<void>;

export interface Lane {
  /** Runs the task as soon as a place is free. False when too many are waiting already: it is not run. */
  add(task: Task): boolean;
  /** Ends when everything that was added has ended. */
  idle(): Promise<void>;
}

/** Runs tasks side by side, at most so many at a time and in the order in which they came; a bounded number waits. */
export function lane(places: number, maxWaiting: number): Lane {
  const waiting: Task[] = [];
  const running = new Set<Promise<void>>();
  const run = (task: Task): void => {
    const one = task().finally(() => {
      running.delete(one);
      const next = waiting.shift();
      if (next) run(next);
    });
    running.add(one);
  };
  return {
    add: (task) => {
      if (running.size < places) run(task);
      else if (waiting.length < maxWaiting) waiting.push(task);
      else return false;
      return true;
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
