import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sideBySide, taskQueue } from '../../../functions/runtime/side-by-side.ts';

describe('concurrent work', () => {
  it('has a maximum concurrency, and its results are in the order of the items', async () => {
    let running = 0;
    let most = 0;
    const done = await sideBySide([5, 1, 4, 2, 3], 2, async (item) => {
      running++;
      most = Math.max(most, running);
      for (let turns = 0; turns < item; turns++) await turn();
      running--;
      return item * 10;
    });
    expect(done).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it('starts nothing after a failure, and fails when the running work has ended', async () => {
    const begun: number[] = [];
    let isEnded = false;
    const work = sideBySide([1, 2, 3, 4], 2, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('first');
      await turn();
      isEnded = true;
    });
    await expect(work).rejects.toThrow('first');
    expect({ begun, isEnded }).toEqual({ begun: [1, 2], isEnded: true });
  });

  it('a task queue refuses work beyond its maximum queue', async () => {
    const ran: string[] = [];
    const { add, idle } = taskQueue(1, 1);
    const task = (name: string) => async () => {
      await turn();
      ran.push(name);
    };
    expect([add(task('first')), add(task('second')), add(task('third'))]).toEqual([true, true, false]);
    await idle();
    expect(ran).toEqual(['first', 'second']);
  });
});
