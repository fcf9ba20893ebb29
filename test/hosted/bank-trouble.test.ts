import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { payloads } from './support/hook-receiver.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';

// The time for which a start counts as in flight. After it the bank is queried and the start freed.
const START_SETTLED_MS = 30_500;

test('§7 502, D8: while the bank answers 503, calls are 502; half a minute later another phone can pay', async () => {
  const shop = await hosted.shop();
  const transactionId = await shop.init();
  for (let repeat = 0; repeat < 2; repeat += 1) {
    const failed = await shop.mbway(transactionId, '910000004');
    expect(failed).toMatchObject({ status: 502, json: { error: expect.stringContaining('banking network') } });
    expect(Object.keys(failed.json)).toEqual(['error']);
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending', paidAt: null });
  }
  const seen = await hosted.control('GET', `/payments/${transactionId}`);
  expect(seen.json).toEqual({ pushes: 0, references: 0, status: 'None' });
  // The 503 may have started a push: another phone is refused while that start counts as in flight.
  const early = await shop.mbway(transactionId, '910000000');
  expect(early).toMatchObject({ status: 400, json: { error: expect.stringContaining('may still be live') } });
  expect(await hosted.host.advance(START_SETTLED_MS)).toMatchObject({ quiet: true });
  expect((await shop.mbway(transactionId, '910000000')).status).toBe(200);
  await eventually(() => shop.hook.requests.length === 1);
  expect(payloads(shop.hook)[0]).toMatchObject({ event: 'payment.success', data: { id: transactionId } });
});
