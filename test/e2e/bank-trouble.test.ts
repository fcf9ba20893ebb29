import { describe, expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { hosted, hostedTest as test } from '../support/hosted-service.ts';
import { payloads } from './support/hook-receiver.ts';

/** Whether the bank has answered the push of this transaction: the silent one does so after 26 s. */
async function bankAnswered(transactionId: string): Promise<boolean> {
  const { bank } = await hosted.detail(transactionId);
  const path = `/payments/${bank?.attempts[0]?.bankId}/mbway-id/purchase`;
  return hosted.log.some((entry) => entry.kind === 'call' && entry.path.endsWith(path));
}

// The time for which a start counts as in flight. After it the bank is queried and the start freed.
const START_SETTLED_MS = 30_500;

const PATIENT = { timeout: 90_000 };

// Before the concurrent tests, because it moves the clock.
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

describe.concurrent('a silent bank', PATIENT, () => {
  test('§7 502, D8: pushes and never answers: 502 within 20 s, no second push, and paid after all', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.init(21.5);
    const unregistered = await shop.init(1);
    await shop.mbway(unregistered, '910000003');
    const call = shop.mbway(transactionId, '910000005');
    // The customer approves while the merchant's call is waiting.
    await eventually(() => shop.hook.requests.length > 0);
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'paid', paymentMethod: 'MBWAY' });
    const answer = await call;
    expect(answer).toMatchObject({
      status: 502,
      json: { error: expect.stringContaining('did not answer clearly or in time') },
    });
    // The two calls to the bank share 20 s.
    expect([await bankAnswered(unregistered), await bankAnswered(transactionId)]).toEqual([true, false]);
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'paid' });
    const seen = await hosted.control('GET', `/payments/${transactionId}`);
    expect(seen.json).toEqual({ pushes: 1, references: 0, status: 'Success' });
    expect(payloads(shop.hook).map(({ event }) => event)).toEqual(['payment.success']);
  });

  test('D6, D8: the same call, repeated while the bank leaves the first one hanging, sends nothing more', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.init(22);
    const hanging = shop.mbway(transactionId, '910000005');
    await eventually(async () => (await hosted.control('GET', `/payments/${transactionId}`)).json.pushes === 1);
    const [repeat, other] = await Promise.all([
      shop.mbway(transactionId, '910000005'),
      shop.mbway(transactionId, '919999999'),
    ]);
    // The bank confirms the push. It may be paid by then.
    expect([200, 400, 502]).toContain(repeat.status);
    expect(other.status).toBe(400);
    await eventually(() => shop.hook.requests.length > 0);
    expect((await hanging).status).toBe(502);
    const seen = await hosted.control('GET', `/payments/${transactionId}`);
    expect(seen.json).toEqual({ pushes: 1, references: 0, status: 'Success' });
  });
});
