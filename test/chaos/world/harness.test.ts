import { expect, test } from 'vitest';
import { CallTrace } from './call-trace.ts';
import { external, Invocation } from './invocation.ts';
import { unlessStuck } from './stepper.ts';
import type { World } from './world.ts';

/** Needs nothing. */

test('a crashed invocation ends although one of its calls is found to hang afterwards', async () => {
  const invocation = new Invocation('deliver', new CallTrace(['deliver write #1 before']));
  const hanging = () => new Promise<never>(() => undefined);
  const running = invocation.run(() =>
    Promise.all([external('read', hanging), external('write', async () => undefined)]),
  );
  // Let it crash at the write before the read is known to hang.
  await new Promise((resolve) => setTimeout(resolve, 5));
  invocation.die(true);
  expect(await running).toEqual({ kind: 'crashed' });
});

const world = { time: { nowMs: 0 }, state: { running: new Set([{ functionName: 'sweep' }]) } } as unknown as World;

test('a run whose clock stops fails and names what it waits for', async () => {
  const endless = new Promise<void>(() => undefined);
  await expect(unlessStuck(world, endless, 20)).rejects.toThrow('stuck; under way: sweep');
});

test('work that ends resolves', async () => {
  await expect(unlessStuck(world, Promise.resolve(), 60_000)).resolves.toBeUndefined();
});
