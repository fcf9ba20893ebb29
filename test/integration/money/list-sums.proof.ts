import fc from 'fast-check';
import { expect } from 'vitest';
import type { PaymentMethod } from '../../../functions/banking/bank.ts';
import { totals, totalsInput } from '../../../functions/dashboard/finance/totals.ts';
import { listInput } from '../../../functions/dashboard/transactions/transactions-input.ts';
import { reconcileDay } from '../../../functions/finance/reconciliation/reconcile-day.ts';
import type { DeliveryState, Transaction } from '../../../functions/payments/transaction.ts';
import type { Status } from '../../../functions/payments/transitions.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { lisbonText } from '../../bank/lisbon.ts';
import { seededRandom } from '../../chaos/world/seeded.ts';
import {
  csvOf,
  dashboardTest,
  exportedParts,
  FINANCE,
  merchantCaller,
  putMany,
  rig,
  storedWith,
} from '../../fixtures/dashboard/lists.ts';
import { booksOn } from '../../fixtures/finance.ts';
import { afterSteps, recordsOf, refundOf, refundRecord, type Step } from '../../support/booked-records.ts';
import { readCsv } from '../../support/read-csv.ts';
import { financeIn, paymentsIn } from '../../support/wired.ts';

/**
 * Needs the embedded tables. Days of transactions of three merchants, a clock change among them. For every filter the
 * list, the export and the totals must equal the generator's own book, payment by payment and to
 * the cent.
 */

const SEED = 20_261_122;
const QUESTIONS = 20;
const COUNT = 90;
const MERCHANTS = ['mer_a', 'mer_b', 'mer_c'];
const DAYS = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'];
const FROM_MS = Date.parse('2026-10-22T23:00:00Z');
const TO_MS = Date.parse('2026-10-27T00:00:00Z');
const METHODS = ['MBWAY', 'REFERENCE', 'none'] as const;
const STATUSES = ['pending', 'paid', 'failed', 'cancelled'] as const;
const DELIVERIES = ['pending', 'delivered', 'not_delivered', 'skipped', 'superseded', 'none'] as const;

/** One line of the generator's book. */
interface Entry {
  id: string;
  merchantId: string;
  orderId: string;
  status: Status;
  method: PaymentMethod | null;
  cents: number;
  createdAt: number;
  paidAt: number | null;
  recordedAt: number | null;
  delivery: DeliveryState | null;
  /** Received beyond the amount. */
  excess: number;
  /** Refunds with the Lisbon day on which the bank made them; `cents` is what the payment lost by it. */
  refunds: { sum: number; cents: number; day: string; atMs: number }[];
}

let book: Entry[];
const test = dashboardTest(MERCHANTS);
test.beforeAll(async () => {
  book = await fill();
}, 120_000);

async function fill(): Promise<Entry[]> {
  const random = seededRandom(SEED);
  const below = (count: number) => Math.floor(random() * count);
  const one = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
  const made = Array.from({ length: COUNT }, (_, index) => {
    // Some at midnight and at a clock change, to the millisecond.
    const edges = [FROM_MS, FROM_MS + DAY_MS, Date.parse('2026-10-25T00:30:00Z'), Date.parse('2026-10-26T00:00:00Z')];
    const createdAt = index % 7 === 0 ? one(edges) - below(2) : FROM_MS + below(TO_MS - FROM_MS);
    const ending = one(['pending', 'paid', 'paid', 'paid', 'failed', 'cancelled', 'late'] as const);
    const method =
      ending === 'pending' || ending === 'cancelled'
        ? one(['MBWAY', 'REFERENCE', null] as const)
        : one(['MBWAY', 'REFERENCE'] as const);
    const paidAtMs = createdAt + below(DAY_MS);
    const atMs = paidAtMs + below(2) * below(7_200_000);
    const steps: Step[] =
      ending === 'pending'
        ? []
        : ending === 'late'
          ? [
              { status: 'cancelled', atMs: createdAt + 300_000, method },
              { status: 'paid', atMs: atMs + 300_000, paidAtMs, method },
            ]
          : [{ status: ending, atMs, paidAtMs, method }];
    const fields = {
      ...{ merchantId: one(MERCHANTS), externalOrderId: `ORDER-${below(60)}`, paymentMethod: method, createdAt },
      amountCents: one([1, 10, 33, 1_999, 4_550, 9_999_999, 1 + below(100_000)]),
    };
    const transaction = afterSteps(steps, fields);
    // More was received than requested: the excess is an exception, and no part of the sums.
    if (transaction.status === 'paid' && index % 5 === 0) transaction.paidCents = transaction.amountCents + 100;
    const newest = transaction.settlements.at(-1);
    if (newest) newest.delivery.state = one(DELIVERIES.slice(0, 5)) as DeliveryState;
    return transaction;
  });
  await putMany(rig, made.map(storedWith));
  const books = booksOn(rig.client, rig.time);
  for (const transaction of made) await books.record(recordsOf(transaction));
  const entries = made.map(entryOf);
  // As the bank reports them: at most what was received, in one part or two, some on later days.
  const record = paymentsIn(rig.client, () => rig.time.nowMs).recordRefund;
  for (const [index, transaction] of made.entries()) {
    if (transaction.paidAt === undefined || index % 3 !== 0) continue;
    const parts = index % 2 === 0 ? [transaction.amountCents] : [1, Math.floor(transaction.amountCents / 2)];
    for (const amountCents of parts.filter((cents) => cents > 0)) {
      const returnedAt = Math.min(transaction.paidAt + below(DAY_MS), TO_MS - 1);
      const recordedAt = returnedAt + below(2) * below(DAY_MS);
      const refund = refundOf(transaction, { amountCents, returnedAt, recordedAt });
      expect(await record(refund)).toMatchObject({ kind: 'recorded' });
      const { transactionId } = refund;
      // A refund that was made before one that was reported before it changes what that one returns.
      const stored = await paymentsIn(rig.client).refundsOf(transactionId);
      await books.record(stored.map((each) => refundRecord(each)));
      const entry = entries[index];
      if (!entry) throw new Error(transactionId);
      entry.refunds.push({ sum: amountCents, cents: 0, day: dayOf(returnedAt), atMs: returnedAt });
    }
    // The shop gives back first what it should not have: only the rest is missing from the payment.
    const entry = entries[index];
    let returned = 0;
    for (const refund of entry?.refunds.toSorted((one, other) => one.atMs - other.atMs) ?? []) {
      const lost = (cents: number) => Math.min(Math.max(0, cents - (entry?.excess ?? 0)), transaction.amountCents);
      refund.cents = lost(returned + refund.sum) - lost(returned);
      returned += refund.sum;
    }
  }
  return entries;
}

function entryOf(transaction: Transaction): Entry {
  const { transactionId: id, merchantId, externalOrderId, status, paymentMethod, amountCents, createdAt } = transaction;
  const newest = transaction.settlements.at(-1);
  return {
    ...{ id, merchantId, orderId: externalOrderId, status, method: paymentMethod, cents: amountCents, createdAt },
    paidAt: transaction.paidAt ?? null,
    recordedAt: newest?.settledAt ?? null,
    delivery: newest?.delivery.state ?? null,
    excess: transaction.paidCents === undefined ? 0 : transaction.paidCents - amountCents,
    refunds: [],
  };
}

const dayOf = (atMs: number) => lisbonText(atMs).slice(0, 10).split('-').reverse().join('-');
const some = <Value>(values: readonly Value[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 2 });

const QUESTION = fc.record({
  merchantId: fc.constantFrom(undefined, ...MERCHANTS),
  isStaff: fc.boolean(),
  by: fc.constantFrom('created', 'paid'),
  days: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
  statuses: some(STATUSES),
  methods: some(METHODS),
  deliveries: some(DELIVERIES),
  minAmount: fc.constantFrom(undefined, undefined, 0.01, 0.33, 45.5),
  maxAmount: fc.constantFrom(undefined, undefined, 0.33, 19.99, 99_999.99),
  limit: fc.constantFrom(1, 7, 50, 100),
});
type Question = typeof QUESTION extends fc.Arbitrary<infer Value> ? Value : never;

test('list and export have each payment of the book once, the newest first, with the sums of the book', {
  timeout: 900_000,
}, async () => {
  await fc.assert(fc.asyncProperty(QUESTION, ask), { numRuns: QUESTIONS, seed: SEED });
});

async function ask(question: Question): Promise<void> {
  const { by, days, limit } = question;
  // A merchant sees its own, whatever the filter.
  const merchantId = question.merchantId ?? (question.isStaff ? undefined : 'mer_a');
  const caller = question.isStaff ? FINANCE : merchantCaller(merchantId ?? 'mer_a');
  const { statuses, methods, deliveries, minAmount, maxAmount } = question;
  const filters = Object.fromEntries(
    Object.entries({ statuses, methods, deliveries, minAmount, maxAmount }).filter(([, value]) => value !== undefined),
  );
  const period = { by, from: DAYS[days[0]], to: DAYS[days[1]] };
  const filter = { ...(question.isStaff && merchantId !== undefined && { merchantId }), filters };
  const expected = book.filter((entry) => isSelected(entry, question, merchantId));
  const listed: { transactionId: string; amount: number; createdAt: string; paidAt: string | null }[] = [];
  let cursor: string | undefined;
  do {
    const page = await rig.list(listInput.parse({ ...filter, find: { period }, limit, cursor }), caller);
    expect(page.transactions.length).toBeLessThanOrEqual(limit);
    listed.push(...page.transactions);
    cursor = page.cursor ?? undefined;
    expect(page.isComplete).toBe(cursor === undefined);
  } while (cursor !== undefined);
  expect(listed.map(({ transactionId }) => transactionId).sort()).toEqual(expected.map(({ id }) => id).sort());
  expect(sum(listed.map(({ amount }) => Math.round(amount * 100)))).toBe(sum(expected.map(({ cents }) => cents)));
  const times = listed.map(({ createdAt, paidAt }) => String(by === 'paid' ? paidAt : createdAt));
  expect(times).toEqual(times.toSorted().reverse());

  const parts = await exportedParts({ ...filter, period }, caller);
  const [heading, ...rows] = readCsv(csvOf(parts));
  const column = (name: string) => rows.map((row) => row[heading?.indexOf(name) ?? -1] ?? '');
  expect(column('transactionId').sort()).toEqual(expected.map(({ id }) => id).sort());
  expect(sum(column('amount EUR').map(centsIn))).toBe(sum(expected.map(({ cents }) => cents)));
  const refunded = sum(expected.flatMap((entry) => entry.refunds.map(({ cents }) => cents)));
  expect(sum(column('refunded to date EUR').map(centsIn))).toBe(refunded);
  const paid = sum(expected.filter(({ status }) => status === 'paid').map(({ cents }) => cents));
  expect(sum(column('net EUR').map(centsIn))).toBe(paid - refunded);
}

function isSelected(entry: Entry, question: Question, merchantId: string | undefined): boolean {
  const { by, days, statuses, methods, deliveries, minAmount = 0, maxAmount = 1e9 } = question;
  const atMs = by === 'paid' ? entry.paidAt : entry.createdAt;
  const day = atMs === null ? '' : dayOf(atMs);
  return (
    (merchantId === undefined || entry.merchantId === merchantId) &&
    day >= (DAYS[days[0]] ?? '') &&
    day <= (DAYS[days[1]] ?? '') &&
    (statuses === undefined || statuses.includes(entry.status)) &&
    (methods === undefined || methods.includes(entry.method ?? 'none')) &&
    (deliveries === undefined || deliveries.includes(entry.delivery ?? 'none')) &&
    entry.cents >= Math.round(minAmount * 100) &&
    entry.cents <= Math.round(maxAmount * 100)
  );
}

test.each([
  { whose: 'of any merchant for staff', merchantId: undefined },
  { whose: 'its own for a merchant', merchantId: 'mer_a' },
])('an order’s transactions are those of the book: $whose', async ({ merchantId }) => {
  const caller = merchantId === undefined ? FINANCE : merchantCaller(merchantId);
  const orderIds = [...new Set(book.map((entry) => entry.orderId))].slice(0, 30);
  for (const orderId of orderIds) {
    const page = await rig.list(listInput.parse({ find: { orderId }, limit: 100 }), caller);
    const expected = book.filter((one) => one.orderId === orderId && (merchantId ?? one.merchantId) === one.merchantId);
    expect(page.transactions.map(({ transactionId }) => transactionId).sort()).toEqual(
      expected.map(({ id }) => id).sort(),
    );
  }
});

test('the totals of each day, method and status are those of the book and of the list of payments', async () => {
  const report = totals({ counters: financeIn(rig.client).counters });
  const days = [...DAYS, '2026-10-27'];
  for (const merchantId of [undefined, ...MERCHANTS]) {
    for (const by of ['paid', 'recorded'] as const) {
      const request = { from: days[0], to: days.at(-1), by, ...(merchantId && { merchantId }) };
      const { lines, sum: all } = await report(totalsInput.parse(request), FINANCE);
      const found = lines.map(
        ({ day, method, status, count, euros }) => `${day} ${method} ${status} ${count} ${Math.round(euros * 100)}`,
      );
      const groups = new Map<string, number[]>();
      for (const entry of book) {
        const atMs = by === 'paid' ? entry.paidAt : entry.recordedAt;
        if (atMs === null || (merchantId !== undefined && entry.merchantId !== merchantId)) continue;
        if (!days.includes(dayOf(atMs))) continue;
        const key = `${dayOf(atMs)} ${entry.method ?? 'none'} ${entry.status}`;
        groups.set(key, [...(groups.get(key) ?? []), entry.cents]);
      }
      expect(found.filter((line) => !/ 0 0$/.test(line)).sort()).toEqual(
        [...groups].map(([key, cents]) => `${key} ${cents.length} ${sum(cents)}`).sort(),
      );
      const paid = [...groups].filter(([key]) => key.endsWith(' paid')).flatMap(([, cents]) => cents);
      expect([all.paidCount, Math.round(all.gross * 100)]).toEqual([paid.length, sum(paid)]);
    }
  }
});

test('each day’s payments, refunds and net are the same in totals, reconciliation and the book', async () => {
  const report = totals({ counters: financeIn(rig.client).counters });
  const reconcile = reconcileDay({
    table: financeIn(rig.client).reconciliation,
    bankAccounts: { bank: async () => undefined },
    progress: () => undefined,
  });
  let compared = 0;
  for (const name of DAYS) {
    const day = lisbonDay(name);
    if (!day) throw new Error(name);
    const { sum: all } = await report(totalsInput.parse({ from: name, to: name, by: 'paid' }), FINANCE);
    const { ours } = (await reconcile({ day, merchantIds: MERCHANTS, lines: null })).totals;
    const payments = book.filter(({ paidAt }) => paidAt !== null && dayOf(paidAt) === name).map(({ cents }) => cents);
    const refunds = book.flatMap((entry) => entry.refunds).filter((refund) => refund.day === name);
    expect([ours.payments.cents, Math.round(all.gross * 100)]).toEqual([sum(payments), sum(payments)]);
    const gross = sum(payments);
    expect(Math.round(all.net * 100)).toBe(gross - sum(refunds.map(({ cents }) => cents)));
    // A bank's file has the complete refund.
    expect(ours.refunds.cents).toBe(sum(refunds.map((refund) => refund.sum)));
    compared += refunds.length;
  }
  expect(compared).toBeGreaterThan(10);
});

const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0);
const centsIn = (text: string) => Math.round(Number(text.replace(',', '.')) * 100);
