import fc from 'fast-check';
import { expect } from 'vitest';
import { addRefunds, NO_REFUNDS } from '../../../dashboard/src/finance/refunds/refund-sums.ts';
import { refundsHead, refundsPart } from '../../../dashboard/src/finance/refunds/refunds-csv.ts';
import { catalogue } from '../../../dashboard/src/i18n/en/catalogue.ts';
import { refunds as text } from '../../../dashboard/src/i18n/en/refunds.ts';
import { refundsInput } from '../../../functions/dashboard/finance/refunds/refunds.ts';
import { totals, totalsInput } from '../../../functions/dashboard/finance/totals.ts';
import { reconcileDay } from '../../../functions/finance/reconciliation/reconcile-day.ts';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
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
import { afterSteps, recordsOf, refundOf, refundRecord } from '../../support/booked-records.ts';
import { readCsv } from '../../support/read-csv.ts';
import { financeIn, paymentsIn } from '../../support/wired.ts';

/**
 * Needs the embedded tables. Months in which customers pay and get money back, often in another month, sometimes more
 * than the price, and reported late, without a time or without an amount. What the files and the totals of any period
 * say must equal the customers' own ledger, to the cent.
 */

const SEED = 20_261_125;
const QUESTIONS = 12;
const COUNT = 40;
const MERCHANTS = ['mer_a', 'mer_b', 'mer_c'];
/** Midnights of Lisbon, in summer and in winter time. */
const MONTHS = ['2026-08-31T23:00Z', '2026-09-30T23:00Z', '2026-11-01T00:00Z', '2026-12-01T00:00Z'].map(Date.parse);
const [FROM_MS = 0, , , TO_MS = 0] = MONTHS;
const EDGES = ['2026-09-01', '2026-09-30', '2026-10-01', '2026-10-25', '2026-10-31', '2026-11-01', '2026-11-30'];

/** Money that came back to a customer. */
interface Return {
  refundId: string;
  /** By the bank's time, or where it gave none by that of the report. */
  day: string;
  atMs: number;
  /** Null where the bank did not say how much. */
  returned: number | null;
  /** Recorded days after it was made. */
  isLate: boolean;
  /** By so much less the shop has of the price. */
  ofPrice: number;
}

/** A purchase, as the customer's ledger has it. */
interface Purchase {
  transactionId: string;
  merchantId: string;
  price: number;
  paidOn: string;
  returns: Return[];
}

let ledger: Purchase[];
const test = dashboardTest(MERCHANTS);
test.beforeAll(async () => {
  ledger = await live();
}, 120_000);

async function live(): Promise<Purchase[]> {
  const random = seededRandom(SEED);
  const below = (count: number) => Math.floor(random() * count);
  const one = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
  const record = paymentsIn(rig.client, () => rig.time.nowMs).recordRefund;
  const books = booksOn(rig.client, rig.time);
  const purchases: Purchase[] = [];
  for (let index = 0; index < COUNT; index += 1) {
    // Some on either side of the midnight between two months, to the millisecond.
    const paidAtMs = index % 5 === 0 ? one(MONTHS) - below(2) : FROM_MS + below(TO_MS - FROM_MS);
    const price = one([1, 33, 1_999, 4_550, 1 + below(100_000)]);
    const given = price + (index % 4 === 0 ? 1 + below(price) : 0);
    const merchantId = one(MERCHANTS);
    const transaction = afterSteps([{ status: 'paid', atMs: paidAtMs + 500, paidAtMs }], {
      ...{ merchantId, amountCents: price, ...(given > price && { paidCents: given }) },
    });
    const { transactionId } = transaction;
    const purchase: Purchase = { transactionId, merchantId, price, paidOn: dayOf(paidAtMs), returns: [] };
    purchases.push(purchase);
    await putMany(rig, [storedWith(transaction)]);
    await books.record(recordsOf(transaction));
    let left = given;
    let reportedMs = paidAtMs;
    for (let rest = below(4); rest > 0 && left > 0; rest -= 1) {
      const madeMs = Math.max(reportedMs, index % 3 === 0 ? one(MONTHS) - below(2) : paidAtMs + below(70 * DAY_MS));
      reportedMs = madeMs + one([0, 0, MINUTE_MS, 3 * DAY_MS, 45 * DAY_MS]);
      const hasTime = below(6) > 0;
      const cents = below(10) === 0 ? null : 1 + below(left);
      const refund = refundOf(transaction, {
        ...{ amountCents: cents, returnedAt: hasTime ? madeMs : null, recordedAt: reportedMs },
      });
      expect(await record(refund)).toEqual({ kind: 'recorded', isBeyond: false });
      const stored = (await paymentsIn(rig.client).refundsOf(transactionId)).find(
        ({ refundId }) => refundId === refund.refundId,
      );
      if (!stored) throw new Error(refund.refundId);
      await books.record([refundRecord(stored)]);
      const before = left;
      left -= cents ?? 0;
      const atMs = hasTime ? madeMs : reportedMs;
      const ofPrice = Math.min(price, before) - Math.min(price, left);
      const isLate = reportedMs - atMs > 2 * DAY_MS;
      purchase.returns.push({ refundId: refund.refundId, day: dayOf(atMs), atMs, returned: cents, ofPrice, isLate });
    }
  }
  return purchases;
}

const QUESTION = fc.record({
  merchantId: fc.constantFrom(undefined, ...MERCHANTS),
  isStaff: fc.boolean(),
  days: fc.tuple(fc.nat(EDGES.length - 1), fc.nat(EDGES.length - 1)),
  limit: fc.constantFrom(1, 7, 50, 250),
});
type Question = typeof QUESTION extends fc.Arbitrary<infer Value> ? Value : never;

const counts = { refundsOfOtherMonths: 0, beyond: 0, unknown: 0 };

test('a period’s payments less what its refunds return of payments are its totals and the customers’ ledger', {
  timeout: 300_000,
}, async () => {
  await fc.assert(fc.asyncProperty(QUESTION, ask), { numRuns: QUESTIONS, seed: SEED });
  expect(Math.min(counts.refundsOfOtherMonths, counts.beyond, counts.unknown)).toBeGreaterThan(0);
});

async function ask({ isStaff, days, limit, ...question }: Question): Promise<void> {
  const merchantId = question.merchantId ?? (isStaff ? undefined : 'mer_a');
  const caller = isStaff ? FINANCE : merchantCaller(merchantId ?? '');
  const named = isStaff && merchantId !== undefined ? { merchantId } : {};
  const [from = '', to = ''] = days.toSorted((a, b) => a - b).map((index) => EDGES[index]);
  const isIn = (day: string) => day >= from && day <= to;

  const own = ledger.filter((purchase) => merchantId === undefined || purchase.merchantId === merchantId);
  const paid = own.filter(({ paidOn }) => isIn(paidOn));
  const returned = own.flatMap((purchase) =>
    purchase.returns.filter(({ day }) => isIn(day)).map((each) => ({ ...each, purchase })),
  );

  const parts = await exportedParts({ ...named, period: { by: 'paid', from, to } }, caller);
  const payments = tableOf(csvOf(parts));
  const perPayment = (of: (returns: readonly Return[]) => Return[]) =>
    paid.map(({ transactionId, returns }) => {
      const some = of(returns);
      const isKnown = some.every((each) => each.returned !== null);
      return `${transactionId} ${isKnown ? sum(some.map(({ ofPrice }) => ofPrice)) : 'unknown'}`;
    });
  const inColumn = (name: string) => payments.map((row) => `${row.transactionId} ${centsIn(row[name]) ?? 'unknown'}`);
  expect(inColumn('refunded in the period EUR').sort()).toEqual(
    perPayment((returns) => returns.filter(({ day }) => isIn(day))).sort(),
  );
  expect(inColumn('refunded to date EUR').sort()).toEqual(perPayment((returns) => [...returns]).sort());

  const { file, sums } = await refundsFile({ ...named, from, to, limit }, caller);
  const lines = file.map((row) =>
    [row['refunded on (Lisbon day)'], row.transactionId, row.bankId, ...SUMS.map((name) => centsIn(row[name]))].join(
      ' ',
    ),
  );
  expect(lines.toSorted()).toEqual(
    returned
      .map(({ day, refundId, purchase, returned: cents, ofPrice }) => {
        const sums = cents === null ? SUMS.map(() => undefined) : [cents, ofPrice, cents - ofPrice];
        return [day, purchase.transactionId, refundId, ...sums].join(' ');
      })
      .sort(),
  );
  const known = returned.filter((each) => each.returned !== null);
  const all = sum(known.map((each) => each.returned ?? 0));
  const ofPrices = sum(known.map(({ ofPrice }) => ofPrice));
  expect(sums).toEqual({
    ...{ count: returned.length, unknown: returned.length - known.length },
    ...{ returned: all / 100, ofPayment: ofPrices / 100, ofExcess: (all - ofPrices) / 100 },
  });
  const times = file.map(({ bankId }) => returned.find(({ refundId }) => refundId === bankId)?.atMs ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));

  const report = totals({ counters: financeIn(rig.client).counters });
  const { sum: total } = await report(totalsInput.parse({ ...named, from, to, by: 'paid' }), caller);
  const gross = sum(payments.map((row) => centsIn(row['amount EUR']) ?? 0));
  const ofPayments = sum(file.map((row) => centsIn(row['of the payment EUR']) ?? 0));
  const net = sum(paid.map(({ price }) => price)) - sum(returned.map(({ ofPrice }) => ofPrice));
  expect([gross - ofPayments, Math.round(total.net * 100)]).toEqual([net, net]);

  counts.refundsOfOtherMonths += returned.filter(
    ({ day, purchase }) => day.slice(0, 7) !== purchase.paidOn.slice(0, 7),
  ).length;
  counts.beyond += returned.filter(({ returned: cents, ofPrice }) => cents !== null && cents > ofPrice).length;
  counts.unknown += returned.filter((each) => each.returned === null).length;
}

const SUMS = ['returned EUR', 'of the payment EUR', 'of money beyond EUR'];

async function refundsFile(input: object, caller: typeof FINANCE) {
  const words = { text, catalogue, nameOf: () => undefined, isOfStaff: true };
  let csv = refundsHead(words);
  let sums = NO_REFUNDS;
  let cursor: string | undefined;
  do {
    const page = await rig.refunds(refundsInput.parse({ ...input, cursor }), caller);
    csv += refundsPart(page.refunds, words);
    sums = addRefunds(sums, page.refunds);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return { file: tableOf(csv), sums };
}

test('D9: a reconciliation has every refund of its day, however late it was recorded', async () => {
  const run = reconcileDay({
    table: financeIn(rig.client).reconciliation,
    bankAccounts: { bank: async () => undefined },
    progress: () => undefined,
  });
  const returns = ledger.flatMap((purchase) => purchase.returns);
  const days = [...new Set(returns.filter(({ isLate }) => isLate).map(({ day }) => day))].slice(0, 8);
  expect(days).toHaveLength(8);
  for (const name of days) {
    const day = lisbonDay(name);
    if (!day) throw new Error(name);
    const { ours } = (await run({ day, merchantIds: MERCHANTS, lines: null })).totals;
    const ofDay = returns.filter((each) => each.day === name);
    expect([name, ours.refunds]).toEqual([
      name,
      { count: ofDay.length, cents: sum(ofDay.map((each) => each.returned ?? 0)) },
    ]);
  }
});

const dayOf = (atMs: number) => lisbonText(atMs).slice(0, 10).split('-').reverse().join('-');
const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0);
const centsIn = (text = '') => (text === '' ? undefined : Math.round(Number(text.replace(',', '.')) * 100));

/** The rows of a file by their headings. */
function tableOf(csv: string): Record<string, string>[] {
  const [heading = [], ...rows] = readCsv(csv);
  return rows.map((row) => Object.fromEntries(heading.map((name, index) => [name, row[index] ?? ''])));
}
