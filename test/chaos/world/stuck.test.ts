import { expect, test } from 'vitest';
import { unlessStuck } from './stuck.ts';
import type { World } from './world.ts';

/** Needs nothing. */

const world = { time: { nowMs: 0 }, state: { running: new Set([{ functionName: 'sweep' }]) } } as unknown as World;

test('a run whose clock stands still fails and names what it waits for', async () => {
  const endless = new Promise<void>(() => undefined);
  await expect(unlessStuck(world, endless, 20)).rejects.toThrow('stuck; under way: sweep');
});

test('work that ends resolves', async () => {
  await expect(unlessStuck(world, Promise.resolve(), 60_000)).resolves.toBeUndefined();
});
