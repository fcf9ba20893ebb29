import { describe, expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { payloads } from './support/hook-receiver.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';

const PATIENT = { timeout: 60_000 };

/** Moves the clock past the delays of the queue: 1 s and 5 s. */
const retriesPass = () => hosted.host.advance(7_000);

/** Recorded milliseconds from the end of each attempt to the start of the next. */
function pauses(attempts: { startedAt: string; durationMs: number }[]): number[] {
  return attempts.slice(1).map(({ startedAt }, index) => {
    const before = attempts[index];
    return Date.parse(startedAt) - Date.parse(before?.startedAt ?? '') - (before?.durationMs ?? 0);
  });
}

describe('a delivery', PATIENT, () => {
  test('§6.4.2, §8.5: succeeds at the third attempt, after 200 ms and 1 s, with the same bytes', async () => {
    const shop = await hosted.shop();
    shop.hook.answers = (number) => (number < 3 ? { status: 500, body: 'not now' } : { status: 204 });
    const transactionId = await shop.paid();
    await retriesPass();
    const delivery = await hosted.delivered(transactionId);
    expect(delivery.state).toBe('delivered');
    expect(delivery.attempts.map(({ outcome, statusCode, answer }) => [outcome, statusCode, answer])).toEqual([
      ['status', 500, 'not now'],
      ['status', 500, 'not now'],
      ['delivered', 204, null],
    ]);
    const [second = 0, third = 0] = pauses(delivery.attempts);
    expect(second).toBeGreaterThanOrEqual(200);
    expect(third).toBeGreaterThanOrEqual(1_000);
    expect(shop.hook.requests).toHaveLength(3);
    expect(new Set(shop.hook.requests.map(({ body }) => body.toString())).size).toBe(1);
  });

  test('§6.4.3: is not delivered after four failed attempts, and the detail shows each of them', async () => {
    const shop = await hosted.shop();
    shop.hook.answers = (number) => ({ status: 499 + number, body: `failure ${number}` });
    const transactionId = await shop.paid();
    await retriesPass();
    await hosted.delivered(transactionId);
    // The answer is stored after the record, so that the record does not wait for it.
    const delivery = await eventually(async () => {
      const [complete] = await hosted.deliveriesOf(transactionId);
      return complete?.attempts.at(-1)?.answer !== null && complete;
    });
    expect(delivery).toMatchObject({ state: 'not_delivered', resends: 0, nextAttemptAt: null });
    expect(delivery.attempts.map(({ number, statusCode, answer }) => [number, statusCode, answer])).toEqual([
      [1, 500, 'failure 1'],
      [2, 501, 'failure 2'],
      [3, 502, 'failure 3'],
      [4, 503, 'failure 4'],
    ]);
    const lowerBounds = [200, 1_000, 5_000];
    for (const [index, pauseMs] of pauses(delivery.attempts).entries())
      expect(pauseMs).toBeGreaterThanOrEqual(lowerBounds[index] ?? 0);
    expect(shop.hook.requests).toHaveLength(4);
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'paid' });
  });

  test('§6.4.1, §8.4: an answer after 8 s is a timeout, and the next attempt may still deliver', async () => {
    const shop = await hosted.shop();
    shop.hook.answers = (number) => (number === 1 ? { status: 200, delayMs: 10_000 } : { status: 200 });
    const delivery = await hosted.delivered(await shop.paid());
    const [first] = delivery.attempts;
    expect(first).toMatchObject({ number: 1, outcome: 'timeout', statusCode: null });
    // A timer may fire a millisecond early by another clock.
    expect(first?.durationMs).toBeGreaterThanOrEqual(7_950);
    expect(delivery.state).toBe('delivered');
    expect(delivery.attempts).toHaveLength(2);
  });

  test('§6, D12: with the toggle off it ends skipped and sends nothing; turning it on replays nothing', async () => {
    const shop = await hosted.shop();
    await hosted.accounts.setWebhook(shop.account.merchantId, { enabled: false });
    const transactionId = await shop.paid();
    expect(await hosted.delivered(transactionId)).toMatchObject({ state: 'skipped', attempts: [] });
    await hosted.accounts.setWebhook(shop.account.merchantId, { enabled: true });
    // The next event arrives, the skipped one does not.
    const next = await shop.paid();
    expect(await hosted.delivered(next)).toMatchObject({ state: 'delivered' });
    expect(payloads(shop.hook).map(({ data }) => data.id)).toEqual([next]);
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'paid' });
  });

  test('§6.1, D11: a test event is signed, delivered and recorded as usual, also with the toggle off', async () => {
    const shop = await hosted.shop();
    await hosted.accounts.setWebhook(shop.account.merchantId, { enabled: false });
    const id = await hosted.webhooks.sendTestEvent(shop.account.merchantId);
    expect(await hosted.delivered(id)).toMatchObject({ state: 'delivered' });
    expect(payloads(shop.hook)).toEqual([
      {
        event: 'webhook.test',
        timestamp: expect.any(String),
        data: {
          id,
          externalOrderId: 'TEST-ORDER',
          amount: 1,
          currency: 'EUR',
          paymentMethod: 'MBWAY',
          status: 'pending',
          paidAt: null,
        },
      },
    ]);
    expect(shop.hook.requests[0]?.headers).toContainEqual(['X-Service-Event', 'webhook.test']);
    expect((await shop.status(id)).status).toBe(404);
  });

  test('invariant 7: each of several merchants gets its own events and no others', async () => {
    const shops = await Promise.all([hosted.shop(), hosted.shop()]);
    const ids = await Promise.all(shops.map((shop) => shop.paid()));
    await Promise.all(ids.map((id) => hosted.delivered(id)));
    expect(shops.map(({ hook }) => payloads(hook).map(({ data }) => data.id))).toEqual(ids.map((id) => [id]));
  });
});
