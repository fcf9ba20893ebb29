import { describe, expect, it } from 'vitest';
import { cached } from '../../../functions/runtime/cached.ts';

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
