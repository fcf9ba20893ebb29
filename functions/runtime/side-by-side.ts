/** A task; it must not reject. */
type Task = () => Promise<void>;

/** A queue of tasks with limited concurrency. */
export interface TaskQueue {
  /** Runs the task as soon as fewer than `maxConcurrent` run. False when the queue is full: the task is not run. */
  add(task: Task): boolean;
  /** Resolves when all added tasks have ended. */
  idle(): Promise<void>;
}

/** Runs at most `maxConcurrent` tasks concurrently, in the order of their addition; at most `maxWaiting` wait. */
export function taskQueue(maxConcurrent: number, maxWaiting = Infinity): TaskQueue {
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
      if (running.size < maxConcurrent) run(task);
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
 * Calls `work` for each item, at most `limit` concurrently, and returns the results in the items' order. After a
 * failure it starts no more work, waits for the running work to end and throws the first error.
 */
export async function sideBySide<Item, Done>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = new Array(items.length);
  const failures: unknown[] = [];
  const { add, idle } = taskQueue(limit);
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
