import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cached } from '../../../functions/runtime/cached.ts';
import { sideBySide, taskQueue } from '../../../functions/runtime/side-by-side.ts';

describe('a cached load', () => {
  it('is reused up to the given age, loads once for concurrent calls, and caches no failure', async () => {
    let nowMs = 0;
    let loads = 0;
    const load = async () => {
      loads++;
      if (loads === 1) throw new Error('not yet');
      return loads;
    };
    const value = cached(load, () => nowMs);
    await expect(Promise.all([value(60_000), value(60_000)])).rejects.toThrow('not yet');
    expect(loads).toBe(1);
    expect(await Promise.all([value(60_000), value(60_000)])).toEqual([2, 2]);
    nowMs = 59_999;
    expect(await value(60_000)).toBe(2);
    nowMs = 60_000;
    expect(await value(60_001)).toBe(2);
    expect(await value(60_000)).toBe(3);
  });

  it('removes only its own failure: a load that fails late leaves the newer value', async () => {
    let nowMs = 0;
    const loads: { resolve(value: string): void; reject(error: Error): void }[] = [];
    const value = cached(
      () => new Promise<string>((resolve, reject) => loads.push({ resolve, reject })),
      () => nowMs,
    );
    const first = value(1_000);
    nowMs = 1_000;
    const second = value(1_000);
    loads[1]?.resolve('newer');
    loads[0]?.reject(new Error('late'));
    await expect(first).rejects.toThrow('late');
    expect([await second, await value(1_000)]).toEqual(['newer', 'newer']);
    expect(loads).toHaveLength(2);
  });
});

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
