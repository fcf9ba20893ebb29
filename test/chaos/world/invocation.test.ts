import { expect, test } from 'vitest';
import { CallTrace } from './call-trace.ts';
import { external, Invocation } from './invocation.ts';

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
