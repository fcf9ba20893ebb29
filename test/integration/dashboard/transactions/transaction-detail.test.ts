import { describe, expect } from 'vitest';
import type { DashboardCaller } from '../../../../functions/dashboard/caller.ts';
import type { TimelineEntry } from '../../../../functions/dashboard/transactions/timeline/entry.ts';
import { newTransactionId } from '../../../../functions/payments/ids.ts';
import type { Refund } from '../../../../functions/payments/money/refund.ts';
import type { Settlement, Transaction } from '../../../../functions/payments/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { dashboardTest, FINANCE, merchantCaller, NOON_MS, rig } from '../../../rig/lists.ts';
import { putException, putRefund } from '../../../rig/stored-money.ts';
import { paidWith, putListed, settledWith } from '../../../rig/stored-rows.ts';
import { attemptWith, transactionWith } from '../../../rig/transactions.ts';
import { paymentsIn, webhooksIn } from '../../../rig/wired.ts';
import { bodyBy } from '../../../support/payload.ts';

const SECOND_MS = 1_000;
const CREATED = NOON_MS;
const CANCELLED = CREATED + 5 * MINUTE_MS;
const PAID = CREATED + 10 * MINUTE_MS;
const RESENT = CREATED + 20 * MINUTE_MS;
const OWNER = merchantCaller('mer_a');
const OWNER_OF_REFUNDS = { merchantId: 'mer_a', paymentMethod: 'MBWAY' } as const;

const transactionId = newTransactionId();
let sibling: string;
let story: Transaction;

/** Four attempts, none of them answered well: 500 three times, and a self-signed certificate. */
function failed(atMs: number): Partial<Settlement['delivery']> {
  const outcomes = [
    { outcome: 'status' as const, statusCode: 500 },
    { outcome: 'status' as const, statusCode: 500 },
    { outcome: 'status' as const, statusCode: 500 },
    { outcome: 'tls' as const },
  ];
  const attempts = outcomes.map((each, index) => ({
    id: `a${index}`,
    startedAt: atMs + index * 1_300,
    durationMs: 100,
    ...each,
  }));
  return { state: 'not_delivered', done: 4, attempts };
}

// Cancelled and notified, paid late, four failed attempts, resent by a person, partly refunded, an exception closed.
const test = dashboardTest(['mer_a']);
test.beforeAll(async ({ rig }) => {
  sibling = await putListed(rig, { merchantId: 'mer_a', externalOrderId: 'ORDER-9', createdAt: CREATED - 1 });
  await putListed(rig, { merchantId: 'mer_b', externalOrderId: 'ORDER-9' });
  story = transactionWith({
    ...paidWith(PAID),
    transactionId,
    createdAt: CREATED,
    externalOrderId: 'ORDER-9',
    attempts: [
      attemptWith({ bankId: 'bank-0', state: 'ended', startedAt: CREATED + SECOND_MS }),
      attemptWith({ bankId: 'bank-1', state: 'ended', startedAt: CREATED + 30 * SECOND_MS }),
    ],
    paidBy: 1,
    settlements: [
      settledWith(CANCELLED, {}, { status: 'cancelled', cause: 'expired', paidAt: null }),
      settledWith(PAID, failed(PAID + 20)),
    ],
  });
  await putListed(rig, story);
  const { client } = rig;
  const [, paid] = story.settlements;
  const target = { transactionId, index: 1, eventId: paid?.eventId ?? '', resends: 0 };
  await webhooksIn(client).deliveries.storeAnswer(target, 1, 'no stock', PAID);
  const name = await putException(client, { transactionId, bankId: 'bank-1', openedAt: PAID - 10 });
  const desk = paymentsIn(client, () => RESENT + MINUTE_MS).exceptionWrites;
  await desk.note(name, { text: 'their shop is closed today', by: 'ana' });
  await desk.close(name, { outcome: 'shipped', note: 'spoke to them', by: 'rui' });
  const refund: Refund = {
    ...{ transactionId, refundId: 'r-1', kind: 'refund', type: 'RFND', returnedCents: 250, bankAccount: 'main' },
    ...{ originalBankId: 'bank-1', noticeId: 'n-1', returnedAt: null, recordedAt: RESENT + 2 * MINUTE_MS },
  };
  await paymentsIn(client, () => RESENT).recordRefund(refund, OWNER_OF_REFUNDS);
  await webhooksIn(client).recordResend(story, {
    who: 'ana',
    why: 'their server was down',
    resentAt: RESENT,
  });
});

const detail = (caller: DashboardCaller = OWNER) => rig.detail({ transactionId }, caller);
const ofKind = <Kind extends TimelineEntry['kind']>(timeline: readonly TimelineEntry[], kind: Kind) =>
  timeline.filter((entry): entry is Extract<TimelineEntry, { kind: Kind }> => entry.kind === kind);

describe('the detail of a transaction', () => {
  test('lists every step in chronological order', async () => {
    const { timeline, isComplete } = await detail();
    expect(isComplete).toBe(true);
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'created',
      'bank-attempt',
      'bank-attempt',
      'settled',
      'webhook',
      'webhook-attempt',
      'webhook-ended',
      'exception',
      'settled',
      'webhook',
      'webhook-attempt',
      'webhook-attempt',
      'webhook-attempt',
      'webhook-attempt',
      'webhook-ended',
      'resent',
      'webhook',
      'exception-closed',
      'refund',
    ]);
    const times = timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(ofKind(timeline, 'settled').map(({ cause, isLate }) => [cause, isLate])).toEqual([
      ['expired', false],
      ['bank-confirmed', true],
    ]);
    expect(ofKind(timeline, 'exception')).toMatchObject([{ exception: 'late', received: null, reported: null }]);
    expect(ofKind(timeline, 'refund')).toMatchObject([{ refund: 'refund', amount: 2.5, timeIsOurs: true }]);
  });

  test('shows each event’s delivery state: after four failed attempts, not delivered (§6.4.3)', async () => {
    const { transaction, timeline } = await detail();
    const now = { event: 'payment.success', state: 'pending', resends: 1, attempts: 0 };
    expect(transaction.delivery).toMatchObject(now);
    expect(ofKind(timeline, 'webhook-ended')).toMatchObject([
      { resends: 0, state: 'delivered', timeIsKnown: true },
      { resends: 0, state: 'not_delivered', timeIsKnown: true },
    ]);
    expect(ofKind(timeline, 'resent')).toMatchObject([{ resends: 1, who: 'ana', why: 'their server was down' }]);
  });

  test('shows what each attempt sent, without signatures, and the answer to a failed one', async () => {
    const { timeline } = await detail();
    const [, paid] = story.settlements;
    if (!paid) throw new Error('no settlement');
    const payload = bodyBy(story, paid);
    expect(ofKind(timeline, 'webhook').at(-1)?.payload).toBe(payload);
    const first = ofKind(timeline, 'webhook-attempt').find(({ eventId }) => eventId === paid.eventId);
    expect(first).toMatchObject({ number: 1, statusCode: 500, answer: 'no stock', durationMs: 100 });
    const last = ofKind(timeline, 'webhook-attempt').at(-1);
    expect(last).toMatchObject({ number: 4, outcome: 'tls', statusCode: null });
    expect(first?.headers).toEqual({
      'Content-Type': 'application/json',
      'Content-Length': String(payload.length),
      'User-Agent': 'Service-Webhook/1.0',
      'X-Service-Event': 'payment.success',
      'webhook-id': paid.eventId,
      'webhook-timestamp': String(Math.floor((PAID + 20) / 1_000)),
    });
    expect(JSON.stringify(timeline)).not.toMatch(/sha256=|v1,|whsec_/);
  });

  test('shows only the last three digits of a phone number', async () => {
    const { timeline } = await detail();
    expect(ofKind(timeline, 'bank-attempt')).toMatchObject([
      { number: 1, phoneLast3: '678', isPaid: false },
      { number: 2, phoneLast3: '678', isPaid: true },
    ]);
    expect(JSON.stringify(await detail(FINANCE))).not.toContain('hash-a');
  });

  test('shows the note on an exception to finance, and only the outcome to the merchant', async () => {
    const [closed] = ofKind((await detail()).timeline, 'exception-closed');
    expect(closed).toMatchObject({ outcome: 'shipped', note: null, by: null });
    const { timeline } = await detail(FINANCE);
    expect(ofKind(timeline, 'exception-closed')).toMatchObject([{ note: 'spoke to them', by: 'rui' }]);
    expect(ofKind(timeline, 'exception-note')).toMatchObject([{ text: 'their shop is closed today', by: 'ana' }]);
    expect(JSON.stringify((await detail()).timeline)).not.toMatch(/rui|closed today/);
  });

  test('names the other transactions of the order, of this merchant alone', async () => {
    const { siblings, siblingsAreComplete } = await detail();
    expect(siblings.map((each) => each.transactionId)).toEqual([sibling]);
    expect(siblingsAreComplete).toBe(true);
  });

  test('has each movement of its money by time: 30.00 twice, and 30.00 back', async () => {
    const id = await putListed(rig, {
      ...paidWith(PAID),
      amountCents: 3_000,
      receivedCents: 3_000,
      paidAt: PAID,
      attempts: [attemptWith({ bankId: 'bank-a' }), attemptWith({ bankId: 'bank-b' })],
      ...{ paidBy: 0, paidOperation: 'op-1' },
    });
    const about = { transactionId: id, bankId: 'bank-b', kind: 'paid-twice', operationId: 'op-2' } as const;
    const second = await putException(rig.client, { ...about, receivedCents: 3_000, openedAt: PAID + MINUTE_MS });
    const refund = { transactionId: id, merchantId: 'mer_a', refundId: 'r-2', originalBankId: 'bank-b' };
    await putRefund(rig.client, { ...refund, returnedCents: 3_000, atMs: PAID + HOUR_MS });
    const shown = async () => (await rig.detail({ transactionId: id }, OWNER)).movements;
    expect(
      (await shown()).map(({ kind, cents, bankId, operationId, reason }) => [kind, cents, bankId, operationId, reason]),
    ).toEqual([
      ['payment', 3_000, 'bank-a', 'op-1', null],
      ['other', 3_000, 'bank-b', 'op-2', 'paid-twice'],
      ['returned', 3_000, 'bank-b', 'r-2', 'refund'],
    ]);
    const closing = { note: 'of another shop', by: 'ana', outcome: 'not-ours' } as const;
    await paymentsIn(rig.client, () => PAID).exceptionWrites.close(second, closing);
    expect((await shown()).map(({ kind }) => kind)).toEqual(['payment', 'returned']);
  });

  test('shows entity and reference at the attempt that issued them', async () => {
    const expiresAt = CREATED + 3 * 24 * HOUR_MS;
    const id = await putListed(rig, {
      paymentMethod: 'REFERENCE',
      attempts: [
        attemptWith({ state: 'ended' }),
        attemptWith({ method: 'REFERENCE', endsAt: expiresAt, startedAt: NOON_MS + 1, bankId: 'bank-r' }),
      ],
      mb: { entity: '24000', reference: '123456789', expiresAt },
    });
    const { transaction, timeline } = await rig.detail({ transactionId: id }, OWNER);
    const mb = { entity: '24000', reference: '123456789', expiresAt: new Date(expiresAt).toISOString() };
    expect(transaction.mb).toEqual(mb);
    expect(ofKind(timeline, 'bank-attempt').map(({ reference }) => reference)).toEqual([null, mb]);
  });

  test.each([
    ['skipped', {}, { timeIsKnown: false, outcome: null }],
    ['superseded', {}, { timeIsKnown: false, outcome: null }],
    ['not_delivered', { outcome: 'not_attempted' as const }, { timeIsKnown: false, outcome: 'not_attempted' }],
  ] as const)('shows a delivery that ended as %s, with an unknown time', async (state, more, expected) => {
    const id = await putListed(rig, paidWith(PAID, {}, { state, done: 0, attempts: [], ...more }));
    const { transaction, timeline } = await rig.detail({ transactionId: id }, OWNER);
    expect(transaction.delivery).toMatchObject({ state });
    expect(ofKind(timeline, 'webhook-ended')).toMatchObject([{ state, ...expected }]);
  });
});
