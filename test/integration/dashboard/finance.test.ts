import { CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect } from 'vitest';
import { exceptionsInput } from '../../../functions/dashboard/finance/exceptions-list.ts';
import { financeInput } from '../../../functions/dashboard/finance/finance-input.ts';
import { MAX_UNNOTIFIED_SCANNED } from '../../../functions/dashboard/finance/unnotified.ts';
import { unnotifiedOn } from '../../../functions/dashboard/finance/wiring.ts';
import type { PaymentException } from '../../../functions/payments/exceptions/exception.ts';
import { newRefund } from '../../../functions/payments/money/refund.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { previousSeriesItem } from '../../../functions/webhooks/resend/previous-series.ts';
import { startSqs } from '../../../lib/local/engines/sqs.ts';
import {
  dashboardTest,
  FINANCE,
  merchantCaller,
  NOON_MS,
  ownDashboardTest as ownTest,
  paidWith,
  put,
  putMany,
  putTransaction,
  rig,
  settledWith,
  storedWith,
} from '../../fixtures/dashboard/lists.ts';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { transactionWith } from '../../support/payment-transactions.ts';
import { paymentsIn } from '../../support/wired.ts';

const NOTHING = { done: 0, attempts: [] };

const test = dashboardTest(['mer_a', 'mer_b']);

const unnotified = (input: object = {}) => rig.unnotified(financeInput.parse(input), FINANCE);

describe('paid, not notified', () => {
  test.beforeAll(async ({ rig }) => {
    const at = (agoMs: number) => NOON_MS - agoMs;
    const of = (agoMs: number, amountCents: number, delivery: Parameters<typeof paidWith>[2], merchantId = 'mer_a') =>
      putTransaction(rig, { ...paidWith(at(agoMs), {}, delivery), amountCents, merchantId });
    await of(10 * MINUTE_MS, 1_000, { state: 'not_delivered', done: 4 });
    await of(20 * MINUTE_MS, 2_050, { state: 'not_delivered', done: 4 });
    await of(3 * DAY_MS, 500, { state: 'skipped', ...NOTHING }, 'mer_b');
    await of(30 * DAY_MS, 700, { state: 'not_delivered', outcome: 'not_attempted', ...NOTHING });
    // Under way: in time, too late without an attempt, and with a next attempt that did not come.
    await of(30_000, 10_000, { state: 'pending', ...NOTHING });
    await of(2 * MINUTE_MS, 900, { state: 'pending', ...NOTHING });
    await of(2 * MINUTE_MS, 800, { state: 'pending', done: 1, nextAttemptAt: at(90_000) });
    // Notified.
    await of(MINUTE_MS, 40_000, {});
    // Notified by an earlier series, and a resend that failed. The series before them fill a query's page of 1 MB.
    const twice = transactionWith({ ...paidWith(at(HOUR_MS)), transactionId: 'tx_seen0000000000000000000a' });
    const [settlement] = twice.settlements;
    if (!settlement) throw new Error('no settlement');
    const seriesOf = (state: 'delivered' | 'not_delivered', series: number) => ({
      ...settlement,
      delivery: { ...settlement.delivery, state, series },
    });
    const resend = { who: 'ana', why: 'w'.repeat(390_000), resentAt: at(MINUTE_MS) };
    for (const [index, state] of (['not_delivered', 'not_delivered', 'not_delivered', 'delivered'] as const).entries())
      await put(rig, previousSeriesItem(twice, seriesOf(state, index + 1), resend));
    await putTransaction(rig, { ...twice, settlements: [seriesOf('not_delivered', 5)] });
    // Cancelled in vain and then paid: the payment's event is the one that counts.
    await putTransaction(rig, {
      ...paidWith(at(30 * MINUTE_MS)),
      settlements: [
        settledWith(at(40 * MINUTE_MS), { state: 'not_delivered' }, { status: 'cancelled', paidAt: null }),
        settledWith(at(30 * MINUTE_MS), { state: 'not_delivered' }),
      ],
      amountCents: 30,
    });
    await putTransaction(rig, {
      status: 'failed',
      settlements: [settledWith(at(2 * HOUR_MS), { state: 'not_delivered' }, { status: 'failed', paidAt: null })],
      amountCents: 123,
    });
    await putTransaction(rig, { amountCents: 99_999, dueAt: NOON_MS + MINUTE_MS });
  });

  test('are counted and summed by event, reason and age', async () => {
    const report = await unnotified();
    expect(report.lines.map(({ event, why, age, count, euros }) => [event, why, age, count, euros])).toEqual([
      ['payment.success', 'not_delivered', 'hour', 3, 30.8],
      ['payment.success', 'skipped', 'week', 1, 5],
      ['payment.success', 'not_attempted', 'older', 1, 7],
      ['payment.success', 'unattempted', 'hour', 1, 9],
      ['payment.success', 'stalled', 'hour', 1, 8],
      ['payment.failed', 'not_delivered', 'day', 1, 1.23],
    ]);
    expect(report).toMatchObject({
      paid: { count: 7, euros: 59.8 },
      failed: { count: 1, euros: 1.23 },
      cancelled: { count: 0, euros: 0 },
      deadLetters: 3,
      isComplete: true,
      cursor: null,
    });
  });

  test('are listed after their delivery ended, each transaction by its newest event', async () => {
    const { deliveries, isComplete } = await rig.undelivered(financeInput.parse({}), FINANCE);
    expect(isComplete).toBe(true);
    expect(deliveries.map(({ merchantId, amount, state }) => [merchantId, amount, state])).toEqual([
      ['mer_a', 7, 'not_delivered'],
      ['mer_a', 1.23, 'not_delivered'],
      ['mer_a', 10, 'not_delivered'],
      ['mer_a', 0.3, 'not_delivered'],
      ['mer_a', 20.5, 'not_delivered'],
      ['mer_a', 10, 'not_delivered'],
      ['mer_b', 5, 'skipped'],
    ]);
    const own = await rig.undelivered(financeInput.parse({}), merchantCaller('mer_b'));
    expect(own.deliveries.map(({ amount }) => amount)).toEqual([5]);
  });

  test('are filtered by merchant and by days', async () => {
    expect(await unnotified({ merchantId: 'mer_b' })).toMatchObject({
      paid: { count: 1, euros: 5 },
      deadLetters: null,
    });
    const days = { from: '2026-11-17', to: '2026-11-19' };
    expect((await unnotified(days)).paid).toEqual({ count: 1, euros: 5 });
    await expect(unnotified({ from: '2026-11-19', to: '2026-11-17' })).rejects.toThrow(/to must not be before from/);
    await expect(unnotified({ cursor: 'nonsense' })).rejects.toThrow(/cursor/);
  });

  ownTest('scans a limited number and continues at the cursor', async ({ rig: large }) => {
    large.merchantIds.push('mer_a');
    const items = Array.from({ length: MAX_UNNOTIFIED_SCANNED + 150 }, (_, index) =>
      storedWith({ ...paidWith(NOON_MS - index * 1_000, {}, { state: 'not_delivered' }), amountCents: 100 }),
    );
    await putMany(large, items);
    Object.assign(large.cost, { units: 0, calls: 0 });
    const first = await large.unnotified(financeInput.parse({}), FINANCE);
    expect(first).toMatchObject({ isComplete: false, scanned: MAX_UNNOTIFIED_SCANNED });
    expect(large.cost.units).toBeLessThan(1_250);
    const next = await large.unnotified(financeInput.parse({ cursor: first.cursor }), FINANCE);
    expect(next).toMatchObject({ isComplete: true, scanned: 150, waiting: null });
    expect(first.paid.count + next.paid.count).toBe(items.length);
  });
});

test('the dead letters of several queues are counted together', async () => {
  const engine = await startSqs();
  const sqs = new SQSClient({ ...ACCOUNT, endpoint: engine.endpoint });
  try {
    const urls: string[] = [];
    for (const QueueName of ['one', 'other']) {
      const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName }));
      urls.push(QueueUrl);
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
    }
    await sqs.send(new SendMessageCommand({ QueueUrl: urls[1], MessageBody: 'y' }));
    expect(await unnotifiedOn({ dynamo: rig.client, sqs, clock: Date.now }, TABLES, urls).deadLetters()).toBe(3);
  } finally {
    sqs.destroy();
    await engine.stop();
  }
});

describe('open exceptions', () => {
  test('are summed by kind, with the money of each payment counted once', async () => {
    const record = paymentsIn(rig.client, () => NOON_MS).recordException;
    const open = (kind: PaymentException['kind'], transactionId: string, receivedCents: number | null, more = {}) =>
      record({
        ...{ kind, transactionId, merchantId: 'mer_a', bankAccount: 'main', bankId: `bank of ${transactionId}` },
        ...{ noticeId: null, expectedCents: 1_000, receivedCents, ...more },
      });
    // One payment that came late, was too much, and was the order's second.
    await open('late', 'tx_1', 1_200, { operationId: 'op-1' });
    await open('overpaid', 'tx_1', 1_200, { operationId: 'op-1' });
    await open('order-paid-twice', 'tx_1', 1_200);
    // Two more payments of it, each of its own.
    await open('paid-twice', 'tx_1', 1_000, { operationId: 'op-2', occurrence: 'op-2' });
    await open('paid-twice', 'tx_1', 1_000, { operationId: 'op-3', occurrence: 'op-3' });
    await open('bank-undecided', 'tx_2', null);
    await open('late', 'tx_3', 1_000);
    // €11.00 of €10.00 paid a transaction; €4.00 of €10.00 did not.
    const attempts = [
      {
        bankId: 'bank of tx_4',
        method: 'REFERENCE' as const,
        state: 'ended' as const,
        startedAt: NOON_MS,
        endsAt: NOON_MS,
      },
    ];
    await putTransaction(rig, { transactionId: 'tx_4', status: 'paid', attempts, paidBy: 0, paidCents: 1_100 });
    await open('overpaid', 'tx_4', 1_100);
    await open('underpaid', 'tx_5', 400);
    const report = await rig.exceptions(financeInput.parse({}), FINANCE);
    expect(
      report.lines.map(({ kind, count, euros, eurosElsewhere, withoutSum }) => [
        kind,
        count,
        euros,
        eurosElsewhere,
        withoutSum,
      ]),
    ).toEqual([
      // All of a payment that came late was due.
      ['late', 2, 2, 0, 0],
      ['paid-twice', 2, 20, 0, 0],
      ['order-paid-twice', 1, 10, 2, 0],
      ['underpaid', 1, 6, 0, 0],
      ['overpaid', 2, 1, 12, 0],
      ['bank-undecided', 1, 0, 0, 1],
    ]);
    expect(report).toMatchObject({ total: { count: 9, euros: 39 }, isComplete: true, cursor: null });
    const { exceptions } = await rig.exceptionList(exceptionsInput.parse({}), FINANCE);
    expect(exceptions).toHaveLength(9);
    const differences = exceptions.map(({ transactionId, difference }) => `${transactionId} ${difference}`);
    expect(differences).toEqual(
      expect.arrayContaining(['tx_1 2', 'tx_1 12', 'tx_2 null', 'tx_3 0', 'tx_4 1', 'tx_5 -6']),
    );
    expect(exceptions.find(({ kind }) => kind === 'paid-twice')).toMatchObject({ received: 10, state: 'open' });
    expect((await rig.exceptions(financeInput.parse({ merchantId: 'mer_b' }), FINANCE)).lines).toEqual([]);
    await expect(rig.exceptions(financeInput.parse({ cursor: 'nonsense' }), FINANCE)).rejects.toThrow(/cursor/);
  });

  /** What a customer paid and got back, in cents; the first payment is of the price of 1000, or short of it. */
  const LEDGER: {
    name: string;
    /** Each on its own start (`b1`, `b2`), or again on the first. */
    paid: { cents: number; bankId?: string; kind?: PaymentException['kind'] }[];
    /** What went back, with the day and the start, where the bank names one. Null: the bank gave no amount. */
    back: { cents: number | null; day: string; bankId?: string }[];
    /** What the customer has paid too much or too little now, and what the exceptions' money lost. */
    open: number;
    returned: number;
    /** Of each exception, in order: what was returned of what, in how many refunds, the last on which day. */
    of: (readonly [kind: string, euros: number | null, of: number, count: number, day: string] | null)[];
  }[] = [
    {
      name: 'excess, fully returned',
      paid: [{ cents: 1_500 }],
      back: [{ cents: 500, day: '2026-12-02' }],
      ...{ open: 0, returned: 500, of: [['overpaid', 5, 5, 1, '2026-12-02']] },
    },
    {
      name: 'excess, returned in part with two refunds',
      paid: [{ cents: 1_500 }],
      back: [
        { cents: 100, day: '2026-12-02' },
        { cents: 150, day: '2026-12-05' },
      ],
      ...{ open: 250, returned: 250, of: [['overpaid', 2.5, 5, 2, '2026-12-05']] },
    },
    {
      name: 'excess, returned together with the payment',
      paid: [{ cents: 1_500 }],
      back: [{ cents: 1_500, day: '2026-12-02' }],
      ...{ open: 0, returned: 500, of: [['overpaid', 5, 5, 1, '2026-12-02']] },
    },
    {
      name: 'second payments, of which the bank names the later as returned',
      paid: [{ cents: 1_000 }, { cents: 1_000, bankId: 'b2' }, { cents: 1_000, bankId: 'b3' }],
      back: [{ cents: 1_000, day: '2026-12-03', bankId: 'b3' }],
      ...{ open: 1_000, returned: 1_000, of: [null, ['paid-twice', 10, 10, 1, '2026-12-03']] },
    },
    {
      name: 'excess and a second payment, of which one sum went back',
      paid: [{ cents: 1_500 }, { cents: 1_000, bankId: 'b1' }],
      back: [{ cents: 1_000, day: '2026-12-03', bankId: 'unknown' }],
      ...{ open: 500, returned: 1_000, of: [null, ['paid-twice', 10, 10, 1, '2026-12-03']] },
    },
    {
      name: 'a part, held',
      paid: [{ cents: 800 }],
      ...{ back: [], open: 200, returned: 0, of: [null] },
    },
    {
      name: 'a part, returned in part',
      paid: [{ cents: 800 }],
      back: [{ cents: 300, day: '2026-12-02' }],
      ...{ open: 200, returned: 300, of: [['underpaid', 3, 8, 1, '2026-12-02']] },
    },
    {
      name: 'a part, fully returned',
      paid: [{ cents: 800 }],
      back: [{ cents: 800, day: '2026-12-02' }],
      ...{ open: 0, returned: 800, of: [['underpaid', 8, 8, 1, '2026-12-02']] },
    },
    {
      name: 'a part beside the payment, returned in part',
      paid: [{ cents: 1_000 }, { cents: 400, kind: 'underpaid' }],
      back: [{ cents: 100, day: '2026-12-02' }],
      ...{ open: 300, returned: 100, of: [['underpaid', 1, 4, 1, '2026-12-02']] },
    },
    {
      name: 'a second payment, and a refund of unknown amount',
      paid: [{ cents: 1_000 }, { cents: 1_000, bankId: 'b2' }],
      back: [{ cents: null, day: '2026-12-04' }],
      ...{ open: 1_000, returned: 0, of: [['paid-twice', null, 10, 1, '2026-12-04']] },
    },
  ];

  ownTest('say that a refund was covered since, once its payment is reported', async ({ rig }) => {
    const attempts = [
      { bankId: 'b1', method: 'REFERENCE', state: 'live', startedAt: NOON_MS, endsAt: NOON_MS },
    ] as const;
    const payment = { status: 'paid', paidBy: 0, paidAt: NOON_MS } as const;
    const common = { merchantId: 'mer_a', amountCents: 1_000, attempts: [...attempts] };
    const transactionId = await putTransaction(rig, { ...common, ...payment });
    const recordRefund = paymentsIn(rig.client, () => NOON_MS).recordRefund;
    const record = paymentsIn(rig.client, () => NOON_MS).recordException;
    const about = { transactionId, merchantId: 'mer_a', bankAccount: 'main', noticeId: null, expectedCents: 1_000 };
    for (const returnId of ['R-1', 'R-2']) {
      const bank = { returnId, kind: 'refund', type: 'RFND', noticeId: 'n', amountCents: 700 } as const;
      const refund = { ...bank, transactionId, originalBankId: null, returnedAtMs: NOON_MS };
      await recordRefund(newRefund(refund, { transactionId, bankAccount: 'main' }, NOON_MS));
    }
    await record({ ...about, kind: 'unknown-refund', bankId: 'R-2', expectedCents: null, receivedCents: 700 });
    const covered = async () => {
      const { exceptions } = await rig.exceptionList(exceptionsInput.parse({}), FINANCE);
      const { timeline } = await rig.detail({ transactionId }, FINANCE);
      const entry = timeline.find((each) => each.kind === 'exception' && each.exception === 'unknown-refund');
      const listed = exceptions.find(({ kind }) => kind === 'unknown-refund')?.isCovered;
      return [listed, entry?.kind === 'exception' && entry.isCovered];
    };
    expect(await covered()).toEqual([false, false]);
    await record({ ...about, kind: 'paid-twice', bankId: 'b1', receivedCents: 1_000, operationId: 'op-2' });
    expect(await covered()).toEqual([true, true]);
  });

  test.for(LEDGER.map((each, index) => ({ ...each, merchantId: `mer_of_${index}` })))(
    'count and name what was returned: $name',
    async ({ paid, back, open, returned, of, merchantId }) => {
      let nowMs = NOON_MS;
      const record = paymentsIn(rig.client, () => nowMs++).recordException;
      const [first = { cents: 0 }, ...more] = paid;
      const isPaid = first.cents >= 1_000;
      const transactionId = await putTransaction(rig, {
        merchantId,
        amountCents: 1_000,
        attempts: [{ bankId: 'b1', method: 'REFERENCE', state: 'live', startedAt: NOON_MS, endsAt: NOON_MS }],
        ...(isPaid && { status: 'paid', paidBy: 0, paidCents: first.cents, paidAt: NOON_MS }),
      });
      const about = { transactionId, merchantId, bankAccount: 'main', noticeId: null, expectedCents: 1_000 };
      const opened = (kind: PaymentException['kind'], bankId: string, receivedCents: number) =>
        record({ ...about, kind, bankId, receivedCents, operationId: `op-${nowMs}`, occurrence: `op-${nowMs}` });
      if (first.cents !== 1_000) await opened(isPaid ? 'overpaid' : 'underpaid', 'b1', first.cents);
      for (const { cents, bankId = 'b1', kind = 'paid-twice' } of more) await opened(kind, bankId, cents);
      const recordRefund = paymentsIn(rig.client, () => NOON_MS).recordRefund;
      for (const [index, { cents, day, bankId = null }] of back.entries()) {
        const report = {
          returnId: `R-${index}`,
          kind: 'refund',
          type: 'RFND',
          noticeId: 'n',
          amountCents: cents,
        } as const;
        const refund = { ...report, transactionId, originalBankId: bankId, returnedAtMs: Date.parse(`${day}T12:00Z`) };
        const about = { transactionId, bankAccount: 'main' };
        expect(await recordRefund(newRefund(refund, about, NOON_MS + index))).toMatchObject({ kind: 'recorded' });
      }
      const report = await rig.exceptions(financeInput.parse({ merchantId }), FINANCE);
      expect(report.total).toEqual({ count: of.length, euros: open / 100, returned: returned / 100 });
      const listed = await rig.exceptionList(exceptionsInput.parse({}), merchantCaller(merchantId));
      const { timeline } = await rig.detail({ transactionId }, merchantCaller(merchantId));
      const entries = timeline.flatMap((each) =>
        each.kind === 'exception' ? [{ ...each, kind: each.exception }] : [],
      );
      for (const all of [listed.exceptions, entries]) {
        expect(
          all.map(({ kind, returned }) =>
            returned ? [kind, returned.euros, returned.of, returned.count, returned.at.slice(0, 10)] : null,
          ),
        ).toEqual(of);
      }
    },
  );
});
