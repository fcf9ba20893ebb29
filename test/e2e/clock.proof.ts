import { expect } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../functions/runtime/durations.ts';
import { names } from '../../lib/stacks/names.ts';
import { hosted, hostedTest as test } from '../support/hosted-service.ts';
import { payloads } from './support/hook-receiver.ts';
import type { Shop } from './support/shop.ts';

interface JumpShown {
  from: string;
  now: string;
  aheadMs: number;
  quiet: boolean;
  calls: Record<string, { calls: number; failed: number }>;
  steps: { at: string; calls: Record<string, number> }[];
}

async function advance(advance: string): Promise<JumpShown> {
  const { status, json } = await hosted.request('POST', '/control/clock', { body: { advance } });
  expect(status).toBe(200);
  return json as unknown as JumpShown;
}

async function pushed(shop: Shop, phone: string): Promise<string> {
  const transactionId = await shop.init(10.5, 'C-1');
  expect((await shop.mbway(transactionId, phone)).status).toBe(200);
  return transactionId;
}

const eventsAt = ({ hook }: Shop) => payloads(hook).map(({ event }) => event);

// Sequential: the tests share the clock.
test('§4.2, §8.3, D10: an unanswered push is cancelled within 90 s after window and grace, with webhook', async () => {
  const shop = await hosted.shop();
  const transactionId = await pushed(shop, '910000002');
  await advance('3m50s');
  expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending' });
  expect(eventsAt(shop)).toEqual([]);

  const jump = await advance('160s');
  expect(jump.quiet).toBe(true);
  expect((await shop.status(transactionId)).json).toMatchObject({ status: 'cancelled', paidAt: null });
  expect(eventsAt(shop)).toEqual(['payment.cancelled']);
});

test('D10: an unpaid reference is cancelled after its third day, at the first sweep after the grace', async () => {
  const shop = await hosted.shop();
  const transactionId = await shop.init(10.5, 'C-2');
  const issued = await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
  const expiresAtMs = Date.parse(String(issued.json.expiresAt));
  await advance('2d');
  expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending' });

  // Begun right after a midnight, its end and the grace are four days and a quarter of an hour away.
  const jump = await advance('49h');
  expect(jump.quiet).toBe(true);
  expect((await shop.status(transactionId)).json).toMatchObject({ status: 'cancelled', paymentMethod: 'REFERENCE' });
  const [cancelled] = payloads(shop.hook);
  expect(cancelled).toMatchObject({ event: 'payment.cancelled' });
  const cancelledAtMs = Date.parse(cancelled?.timestamp ?? '');
  expect(cancelledAtMs).toBeGreaterThanOrEqual(expiresAtMs + 15 * MINUTE_MS);
  expect(cancelledAtMs).toBeLessThan(expiresAtMs + 15 * MINUTE_MS + 90_000);
  // Not each of 2,880 minutes.
  expect(jump.calls[sweepName(jump)]?.calls).toBeLessThan(20);
});

test('D9: money a day after the cancellation is a late payment', async () => {
  const shop = await hosted.shop();
  const transactionId = await pushed(shop, '910000002');
  await advance('1d');
  expect(eventsAt(shop)).toEqual(['payment.cancelled']);
  expect((await hosted.control('POST', `/payments/${transactionId}/approve-late`)).status).toBe(200);
  await advance('0s');
  expect((await shop.status(transactionId)).json).toMatchObject({ status: 'paid', paidAt: expect.any(String) });
  expect(eventsAt(shop)).toEqual(['payment.cancelled', 'payment.success']);
  const [cancelled, paid] = payloads(shop.hook).map(({ timestamp }) => Date.parse(timestamp));
  expect((paid ?? 0) - (cancelled ?? 0)).toBeGreaterThan(0.9 * DAY_MS);
  expect((await hosted.detail(transactionId)).exceptions).toMatchObject([{ kind: 'late', state: 'open' }]);
});

test('SIBS’s tiers: an unacknowledged notification is retried after 5 minutes and applied then', async () => {
  const shop = await hosted.shop();
  const settings = names.simulatorSettingsSecret({ name: 'dev' });
  const right = await hosted.readSecret(settings);
  await hosted.putSecret(settings, JSON.stringify({ notificationBaseUrl: `${hosted.host.url}/api/nowhere` }));
  // The bank reads its settings each minute.
  await advance('61s');
  const transactionId = await pushed(shop, '910000000');
  await advance('4m');
  expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending' });
  await hosted.putSecret(settings, right);
  await advance('50s');
  expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending' });
  await advance('20s');
  expect((await shop.status(transactionId)).json).toMatchObject({ status: 'paid' });
  expect(eventsAt(shop)).toEqual(['payment.success']);
});

test('§6.4.2, §8.5: the delays of the retries pass in the jump, and each attempt has its time', async () => {
  const shop = await hosted.shop();
  shop.hook.answers = () => ({ status: 500 });
  const transactionId = await pushed(shop, '910000001');
  await advance('9s');
  const { settlements } = await hosted.detail(transactionId);
  expect(settlements[0]?.delivery).toMatchObject({ state: 'not_delivered' });
  const startedAtMs = (settlements[0]?.delivery.attempts ?? []).map(({ startedAt }) => Date.parse(String(startedAt)));
  expect(startedAtMs).toHaveLength(4);
  const [, second = 0, third = 0, fourth = 0] = startedAtMs;
  expect(third - second).toBeGreaterThanOrEqual(1_000);
  expect(fourth - third).toBeGreaterThanOrEqual(5_000);
});

test('the rate limit and other timers follow the clock', async () => {
  const shop = await hosted.shop();
  for (let call = 0; call < 30; call++) await shop.status('tx_000000000000000000000000');
  expect((await shop.status('tx_000000000000000000000000')).status).toBe(429);
  await advance('1m');
  expect((await shop.status('tx_000000000000000000000000')).status).toBe(404);
});

test('after a month the bank still knows its payments', async () => {
  const paid: string[] = [];
  for (const account of ['sandbox', 'sandbox-ifthenpay']) {
    paid.push(await pushed(await hosted.shop('active', account), '910000000'));
  }
  await advance('32d');
  for (const transactionId of paid) {
    const { status, text } = await hosted.control('POST', `/payments/${transactionId}/refund`);
    expect([status, text]).toEqual([200, expect.anything()]);
  }
  await advance('0s');
  for (const transactionId of paid) {
    expect((await hosted.detail(transactionId)).refunds).toMatchObject([{ amount: 10.5 }]);
  }
});

test('the clock is shown, and refuses to go back', async () => {
  const shown = async () => (await hosted.request('GET', '/control/clock')).json as unknown as JumpShown;
  const before = await shown();
  for (const body of [{ advanceMs: -1 }, { advance: '-4m' }, { advance: '4 minutes' }, { advanceMs: 1.5 }, {}, 'x']) {
    const refused = await hosted.request('POST', '/control/clock', { body });
    expect(refused).toMatchObject({ status: 400, json: { error: expect.stringContaining('never goes back') } });
  }
  expect((await shown()).aheadMs).toBe(before.aheadMs);
  expect(Date.parse((await shown()).now)).toBeGreaterThanOrEqual(Date.parse(before.now));
  expect(before.aheadMs).toBeGreaterThan(4 * DAY_MS);
});

const sweepName = ({ calls }: JumpShown) => Object.keys(calls).find((name) => name.endsWith('sweep')) ?? '';
