import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSibsNotification } from '../../../functions/banking/sibs/notification.ts';
import { checkoutId } from '../../../functions/banking/sibs/wire.ts';
import { totalsOf } from '../../../functions/finance/reconciliation/day-totals.ts';
import { isDifference } from '../../../functions/finance/reconciliation/finding.ts';
import { reconcile } from '../../../functions/finance/reconciliation/reconcile.ts';
import type { OurTransaction } from '../../../functions/finance/reconciliation/records.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { lisbonText } from '../../bank/lisbon.ts';
import { dayNamed } from '../../rules/finance/reconciled-days.ts';
import { sibsNotification } from '../../support/banks/bank-script.ts';
import { CREDENTIALS } from '../../support/banks/scripted-sibs.ts';
import { type Booking, FILE_FORMS, type FileForm, linesOf, netOf, written } from './bank-files.ts';

/**
 * Needs nothing. Days of payments and refunds, and the bank's files of them with planted differences, in every form
 * that is read. The report of each day must name exactly what was planted, in both directions, and its sums are those
 * of the generator's own books.
 */

const SEED = 20_261_122;
const RUNS = process.env.KINDS === 'all' ? 20_000 : 500;
const DAYS = ['2026-10-24', '2026-10-25', '2026-10-26'];

type Plant = 'none' | 'missing' | 'amount' | 'moved' | 'doubled' | 'net';

const plant: fc.Arbitrary<Plant> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('none' as const) },
  { weight: 4, arbitrary: fc.constantFrom('missing', 'amount', 'moved', 'doubled', 'net') },
);
const cents = fc.oneof(fc.constantFrom(300, 1_000, 123_456), fc.integer({ min: 2, max: 9_999_999 }));

const payments = fc.array(
  fc.record({
    day: fc.nat({ max: 2 }),
    /** Not near midnight, where a difference of one day is accepted. */
    minute: fc.integer({ min: 20, max: 1_400 }),
    isReference: fc.boolean(),
    cents,
    plant,
    isPaid: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    refunds: fc.array(
      fc.record({
        daysLater: fc.nat({ max: 2 }),
        minute: fc.integer({ min: 20, max: 1_400 }),
        share: fc.constantFrom(3, 3, 4),
        plant,
      }),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 8 },
);
const strangers = fc.array(
  fc.record({ day: fc.nat({ max: 2 }), minute: fc.integer({ min: 20, max: 1_400 }), cents, isRefund: fc.boolean() }),
  {
    maxLength: 2,
  },
);

interface Expected {
  /** When what is missing happened. */
  missingAtMs?: number;
  result: string;
  kind: 'payment' | 'refund';
  ours: number | null;
  bank: number | null;
}

interface Books {
  transactions: OurTransaction[];
  /** Bookings in the file of each day. */
  files: Booking[][];
  /** The expected report of each day. */
  expected: Expected[][];
}

let days = 0;
let differences = 0;
let lines = 0;

test('a day’s report names exactly the planted differences, and its sums are right', {
  timeout: 900_000,
}, () => {
  const property = fc.property(payments, strangers, FILE_FORMS, (drawn, others, form) => {
    const books = booksOf(drawn, others, form);
    for (const [index, name] of DAYS.entries()) compareDay(books, index, name, form);
  });
  fc.assert(property, { numRuns: RUNS, seed: SEED });
  console.log(`${days} days, ${lines} lines, ${differences} planted differences, by seed ${SEED}`);
});

type Drawn = typeof payments extends fc.Arbitrary<infer Value> ? Value : never;
type Strangers = typeof strangers extends fc.Arbitrary<infer Value> ? Value : never;

function atOf(day: number, minute: number): number {
  // The days of the end of summer time: the first begins an hour before midnight in UTC, and the second is an hour
  // longer.
  const begins = [
    Date.parse('2026-10-23T23:00:00Z'),
    Date.parse('2026-10-24T23:00:00Z'),
    Date.parse('2026-10-26T00:00:00Z'),
  ];
  return (begins[day] ?? 0) + minute * MINUTE_MS;
}

/** A refund's id as the adapter makes it from SIBS's notification. */
function refundIdOf(bankId: string, merchantTransactionId: string, operationId: string): string {
  const notice = sibsNotification({ bankId, merchantTransactionId, paymentType: 'RFND', operationId });
  const reading = readSibsNotification(notice, Buffer.from(CREDENTIALS.notificationKey, 'base64'), Date.now());
  if (reading.kind !== 'returned') throw new Error(`a refund was read as ${reading.kind}`);
  return reading.notice.returnId;
}

function booksOf(drawn: Drawn, others: Strangers, form: FileForm): Books {
  const transactions: OurTransaction[] = [];
  const files: Booking[][] = DAYS.map(() => []);
  const expected: Expected[][] = DAYS.map(() => []);
  let made = 0;
  const put = (day: number, booking: Booking, what: Plant, facts: { isOurs: boolean; isPaid?: boolean }) => {
    const { lines: booked, findings } = planted(booking, what, { ...facts, hasSums: form.hasSums });
    files[day]?.push(...booked);
    expected[day]?.push(...findings);
  };
  for (const one of drawn) {
    made += 1;
    const transactionId = newTransactionId();
    const merchantTransactionId = checkoutId(transactionId);
    const mb = one.isReference ? { entity: '24000', reference: `0${12_345_000 + made}` } : null;
    const atMs = atOf(one.day, one.minute);
    const base = {
      merchantTransactionId,
      entity: mb?.entity ?? '',
      reference: mb?.reference ?? '',
      feeCents: 0,
      netWrongCents: 0,
    };
    const bankId = `s2pay${made}`;
    const refunds = one.isPaid ? one.refunds : [];
    transactions.push({
      ...{ transactionId, merchantId: 'mer_a', externalOrderId: 'ORDER-1', bankAccount: 'main' },
      ...{ status: one.isPaid ? 'paid' : 'cancelled', method: one.isReference ? 'REFERENCE' : 'MBWAY' },
      ...{ amountCents: one.cents, paidAtMs: one.isPaid ? atMs : null, paidBankId: one.isPaid ? bankId : null },
      ...{ bankIds: [bankId], mb, openExceptions: [] },
      refunds: refunds.map((refund, n) => ({
        refundId: refundIdOf(`s2ret${made}-${n}`, merchantTransactionId, `S130${made}${n}`),
        amountCents: Math.max(1, Math.floor((one.cents * refund.share) / 10)),
        atMs: atOf(Math.min(2, one.day + refund.daysLater), refund.minute),
      })),
    });
    put(one.day, { kind: 'payment', atMs, bankId, cents: one.cents, ...base, feeCents: 1 }, one.plant, {
      isOurs: true,
      isPaid: one.isPaid,
    });
    for (const [n, refund] of refunds.entries()) {
      const day = Math.min(2, one.day + refund.daysLater);
      const sum = Math.max(1, Math.floor((one.cents * refund.share) / 10));
      const booking: Booking = {
        kind: 'refund',
        atMs: atOf(day, refund.minute),
        bankId: `s2ret${made}-${n}`,
        cents: sum,
        ...base,
      };
      // Without an id of its own a refund is known by its sum, and a wrong sum or another day cannot be distinguished
      // from two differences.
      const isNamed = form.ids === 'all' || form.ids === 'bank' || (form.ids === 'reference' && !one.isReference);
      put(day, booking, isNamed || refund.plant === 'missing' ? refund.plant : 'none', { isOurs: true, isPaid: true });
    }
  }
  for (const [index, { day, minute, cents: sum, isRefund }] of others.entries()) {
    const booking: Booking = {
      ...{ kind: isRefund ? 'refund' : 'payment', atMs: atOf(day, minute), bankId: `stranger${index}`, cents: sum },
      ...{ merchantTransactionId: 'SHOP-17', entity: '', reference: '', feeCents: 0, netWrongCents: 0 },
    };
    put(day, booking, 'none', { isOurs: false });
  }
  return { transactions, files, expected };
}

/** The lines of a booking in the bank's file, and its findings in the report. */
function planted(
  booking: Booking,
  what: Plant,
  { isOurs, isPaid = true, hasSums }: { isOurs: boolean; isPaid?: boolean; hasSums: boolean },
): { lines: Booking[]; findings: Expected[] } {
  const { kind, cents: sum } = booking;
  const finding = (result: string, ours: number | null, bank: number | null): Expected => ({
    result,
    kind,
    ours,
    bank,
  });
  if (!isOurs) return { lines: [booking], findings: [finding('not-ours', null, sum)] };
  // A payment that is cancelled in our record and booked by the bank.
  if (!isPaid)
    return what === 'missing' ? NOTHING : { lines: [booking], findings: [finding('status-differs', null, sum)] };
  const agrees = finding('agrees', sum, sum);
  switch (what) {
    case 'none':
      return { lines: [booking], findings: [agrees] };
    case 'missing':
      return { lines: [], findings: [{ ...finding('not-at-bank', sum, null), missingAtMs: booking.atMs }] };
    case 'amount':
      return { lines: [{ ...booking, cents: sum + 1 }], findings: [finding('amount-differs', sum, sum + 1)] };
    case 'moved': {
      // A day later, in the same file; 25 hours, so that it is also the next day when the clock goes back.
      const moved = { ...booking, atMs: booking.atMs + 25 * HOUR_MS };
      return { lines: [moved], findings: [finding('day-differs', sum, sum)] };
    }
    case 'doubled': {
      const second = kind === 'payment' ? finding('booked-twice', sum, sum) : finding('not-ours', null, sum);
      return { lines: [booking, { ...booking }], findings: [agrees, second] };
    }
    case 'net': {
      const wrong = hasSums && kind === 'payment' ? [finding('line-sum', null, null)] : [];
      return { lines: [{ ...booking, netWrongCents: 1 }], findings: [agrees, ...wrong] };
    }
  }
}

const NOTHING = { lines: [], findings: [] };

function compareDay(books: Books, index: number, name: string, form: FileForm): void {
  const bookings = books.files[index] ?? [];
  const read = linesOf(written(bookings, form));
  expect(read.map(({ grossCents }) => grossCents)).toEqual(bookings.map((booking) => booking.cents));
  const day = dayNamed(name);
  const { transactions } = books;
  const asked = new Map(
    transactions.map(({ transactionId, amountCents, method }) => [
      transactionId,
      { kind: 'paid', method: method ?? 'MBWAY', amountCents, paidAtMs: null } as const,
    ]),
  );
  const reconciled = reconcile({ day, transactions, asked, lines: read });
  const found = reconciled.findings.map(({ result, kind, ourCents, bankCents }) => ({
    result,
    kind,
    ours: ourCents,
    bank: bankCents,
  }));
  // What is before the file's first line of the day or after its last is not checked.
  const times = bookings.map(({ atMs }) => atMs).filter((atMs) => lisbonDay(atMs) === name);
  const isCovered = (atMs: number) =>
    times.length > 0 && (form.time === 'day-alone' || (Math.min(...times) <= atMs && atMs <= Math.max(...times)));
  const wanted = (books.expected[index] ?? []).map(({ missingAtMs: atMs, ...finding }) =>
    atMs === undefined || isCovered(atMs) ? finding : { ...finding, result: 'not-checked' },
  );
  const inOrder = (findings: readonly Expected[]) => findings.map(wordOf).sort();
  expect(inOrder(found)).toEqual(inOrder(wanted));
  const totals = totalsOf(day, transactions, reconciled);
  expect(totals.differenceCount).toBe(
    wanted.filter(({ result }) => result !== 'agrees' && result !== 'not-checked').length,
  );
  expect(reconciled.findings.filter(isDifference)).toHaveLength(totals.differenceCount);
  expectSums(books, { index, name, form }, totals);
  days += 1;
  lines += bookings.length;
  differences += totals.differenceCount;
}

const wordOf = ({ result, kind, ours, bank }: Expected) => `${kind} ${result} ${ours} ${bank}`;

function expectSums(
  { transactions, files }: Books,
  { index, name, form }: { index: number; name: string; form: FileForm },
  totals: ReturnType<typeof totalsOf>,
): void {
  const isOfDay = (atMs: number | null) => atMs !== null && lisbonDay(atMs) === name;
  const sum = (values: readonly number[]) => ({
    count: values.length,
    cents: values.reduce((all, each) => all + each, 0),
  });
  expect(totals.ours.payments).toEqual(
    sum(transactions.filter(({ paidAtMs }) => isOfDay(paidAtMs)).map(({ amountCents }) => amountCents)),
  );
  expect(totals.ours.refunds).toEqual(
    sum(
      transactions.flatMap(({ refunds }) =>
        refunds.filter(({ atMs }) => isOfDay(atMs)).map((one) => one.amountCents ?? 0),
      ),
    ),
  );
  const ofDay = (files[index] ?? []).filter(({ atMs }) => isOfDay(atMs));
  const gross = (kind: Booking['kind']) => sum(ofDay.filter((one) => one.kind === kind).map((one) => one.cents));
  expect(totals.bank?.payments).toEqual(gross('payment'));
  expect(totals.bank?.refunds).toEqual(gross('refund'));
  const nets = ofDay.map((booking) => (booking.kind === 'refund' ? -netOf(booking) : netOf(booking)));
  const isSummed = form.hasSums || ofDay.length === 0;
  expect(totals.bank?.feeCents).toBe(isSummed ? sum(ofDay.map(({ feeCents }) => feeCents)).cents : null);
  expect(totals.bank?.netCents).toBe(isSummed ? sum(nets).cents : null);
}

function lisbonDay(atMs: number): string {
  return lisbonText(atMs).slice(0, 10).split('-').reverse().join('-');
}
