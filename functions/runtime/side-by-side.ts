/** A task of a lane; it must not reject. */
type Task = () => Promise<void>;

export interface Lane {
  /** Runs the task as soon as a place is free. False when too many are waiting already: it is not run. */
  add(task: Task): boolean;
  /** Ends when everything that was added has ended. */
  idle(): Promise<void>;
}

/** Runs tasks side by side, at most so many at a time and in the order in which they came; a bounded number waits. */
export function lane(places: number, maxWaiting = Infinity): Lane {
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
      while (running.size > 0) await Promise.race(running);
    },
  };
}

/**
 * Does `work` for each item, at most `limit` of them at a time, and answers in the items' order. After a failure nothing
 * more is begun; it is thrown when what was running has ended, so that no work outlives the call.
 */
export async function sideBySide<Item, Done>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = new Array(items.length);
  const failures: unknown[] = [];
  const { add, idle } = lane(limit);
  for (const [index, item] of items.entries()) {
    add(async () => {
      if (failures.length > 0) return;
      try {
        done[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    });
  }
  await idle();
  if (failures.length > 0) throw failures[0];
  return done;
}
