import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../functions/runtime/durations.ts';
import { eventually } from '../support/eventually.ts';
import { payloads } from './support/hook-receiver.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Shop } from './support/shop.ts';

// Compares the customer's money at the simulated ifthenpay with the merchant's webhooks and the records, in cents.

let shop: Shop;
test.beforeAll(async () => {
  shop = await hosted.shop('active', 'sandbox-ifthenpay');
});

const cents = (amount: number | null) => Math.round((amount ?? 0) * 100);

/** The records in cents, and the events that the receiver got. */
async function outcomeOf(transactionId: string) {
  const { status, exceptions, refunds } = await hosted.detail(transactionId);
  return {
    status,
    exceptions: exceptions.map(({ kind, state, receivedCents }) => [kind, state, receivedCents]),
    refundCents: refunds.map(({ amount }) => cents(amount)),
    events: payloads(shop.hook)
      .filter(({ data }) => data.id === transactionId)
      .map(({ event, data }) => [event, cents(data.amount as number)]),
  };
}

/** The state once `isThere` holds, and again after all timers of the payment have passed. */
async function finalOutcomeOf(
  transactionId: string,
  isThere: (outcome: Awaited<ReturnType<typeof outcomeOf>>) => boolean,
  // More than an hour: only what is due runs.
  passMs = 61 * MINUTE_MS,
) {
  let seen: unknown;
  await eventually(
    async () => {
      const outcome = await outcomeOf(transactionId);
      seen = outcome;
      return isThere(outcome);
    },
    25_000,
    () => seen,
  );
  expect(await hosted.host.advance(passMs)).toMatchObject({ quiet: true });
  return outcomeOf(transactionId);
}

async function reference(amount: number, orderId: string) {
  const transactionId = await shop.init(amount, orderId);
  const { status, json } = await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
  expect(status).toBe(200);
  const act = async (path: string, body: object = {}) => {
    const answer = await hosted.control('POST', `/references/${json.entity}/${json.reference}/${path}`, body);
    expect(answer.status, answer.text).toBe(200);
  };
  return { transactionId, act };
}

const isPaid = ({ events }: { events: unknown[][] }) => events.some(([event]) => event === 'payment.success');

describe('money at the simulated ifthenpay', { timeout: 120_000 }, () => {
  test('a push of 50.00 that is paid one cent short is never notified as paid', async () => {
    const transactionId = await shop.init(50, 'short');
    expect((await shop.mbway(transactionId, '910000016')).status).toBe(200);
    const short = { status: 'pending', exceptions: [['underpaid', 'open', 4_999]], refundCents: [], events: [] };
    // The window and its grace: the bank is queried each minute after them.
    const outcome = await finalOutcomeOf(transactionId, ({ exceptions }) => exceptions.length > 0, 6 * MINUTE_MS);
    expect(outcome).toEqual(short);
  });

  test('a reference of 60.00 that is paid 60.00 and 33.33 within one minute has both recorded', async () => {
    const { transactionId, act } = await reference(60, 'twice');
    await act('pay');
    await act('pay-again', { amount: 33.33 });
    const outcome = await finalOutcomeOf(transactionId, (seen) => isPaid(seen) && seen.exceptions.length > 0);
    expect(outcome).toEqual({
      status: 'paid',
      exceptions: [['paid-twice', 'open', 3_333]],
      refundCents: [],
      events: [['payment.success', 6_000]],
    });
    expect((await hosted.control('POST', `/payments/${transactionId}/refund`, { amount: 20 })).status).toBe(200);
    const refunded = await finalOutcomeOf(transactionId, ({ refundCents }) => refundCents.length > 0);
    expect(refunded).toEqual({ ...outcome, refundCents: [2_000] });
  });
});
