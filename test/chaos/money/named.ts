import { DAY_S, HOUR_S, MINUTE_S, type PayStep, type Schedule, type Step } from './schedule.ts';

const push: Step = { kind: 'start', at: 0, method: 'MBWAY', phone: '912345678', manner: 'good' };
const reference: Step = { kind: 'start', at: 0, method: 'REFERENCE', phone: '', manner: 'good' };
const pay = (at: number, cents: number, more: Partial<PayStep> = {}): Step => ({
  ...{ kind: 'pay', at, start: 0, cents, notices: [2], shownAfter: 0, listedAfter: 0, isPartial: false },
  ...more,
});
const refund = (at: number, cents: number): Step => ({ kind: 'refund', at, start: 0, cents, notices: [2] });

const base = {
  begins: '2026-02-12T19:08:08.354Z',
  expectedCents: 1_000,
  polls: 0,
  kills: [] as Schedule['kills'],
} as const;
const ifthenpay = { ...base, provider: 'ifthenpay' } as const;
const sibs = { ...base, provider: 'sibs' } as const;
const inThreeParts = [
  ...[reference, pay(40, 1_000)],
  ...[refund(HOUR_S, 300), refund(HOUR_S + 5 * MINUTE_S, 300), refund(2 * HOUR_S, 400)],
];

/** Histories that were once recorded wrongly. */
export const NAMED: Record<string, Schedule> = {
  'ifthenpay: a push paid a cent short, called back and then polled': {
    ...{ ...ifthenpay, polls: 12, expectedCents: 5_000 },
    steps: [push, pay(3, 4_999, { notices: [1] })],
  },
  'ifthenpay: a push paid a cent short, polled and then called back': {
    ...{ ...ifthenpay, polls: 12, expectedCents: 5_000 },
    steps: [push, pay(3, 4_999, { notices: [20] })],
  },
  'ifthenpay: a reference paid twice within a minute, with different amounts': {
    ...{ ...ifthenpay, expectedCents: 6_000 },
    steps: [reference, pay(40, 6_000), pay(52, 3_333)],
  },
  'ifthenpay: a reference paid twice within a minute, with the same amount': {
    ...ifthenpay,
    steps: [reference, pay(40, 1_000), pay(47, 1_000)],
  },
  'ifthenpay: two overpayments in one minute, found in the list': {
    ...ifthenpay,
    steps: [reference, pay(2 * DAY_S, 1_100, { notices: [] }), pay(2 * DAY_S, 1_100, { notices: [] })],
  },
  'ifthenpay: two overpayments, both notified before the list has them': {
    ...ifthenpay,
    steps: [reference, pay(40, 1_150, { listedAfter: 2 * MINUTE_S }), pay(47, 1_001, { listedAfter: 2 * MINUTE_S })],
  },
  'ifthenpay: the exact amount without a notification, then more while inquiries fail': {
    ...ifthenpay,
    steps: [
      reference,
      pay(6 * HOUR_S, 1_000, { notices: [] }),
      { kind: 'outage', at: 6 * HOUR_S + 30, lasts: 2 * HOUR_S },
      pay(8 * HOUR_S, 300),
      pay(8 * HOUR_S + 20, 1_001),
    ],
  },
  'ifthenpay: a payment returned in three parts': { ...ifthenpay, steps: inThreeParts },
  'ifthenpay: a payment returned in three parts, and more than that': {
    ...ifthenpay,
    steps: [...inThreeParts, refund(3 * HOUR_S, 100)],
  },
  'ifthenpay: a payment in the repeated hour of October': {
    ...{ ...ifthenpay, begins: '2026-10-25T00:20:11.000Z' },
    steps: [reference, pay(10 * MINUTE_S, 1_000)],
  },
  'SIBS: a notice of more, which an inquiry never confirms': {
    ...{ ...sibs, expectedCents: 1_590 },
    steps: [reference, pay(40, 100_000, { shownAfter: null })],
  },
  'SIBS: a payment whose notice is lost, and more after it, of which an inquiry names the first only': {
    ...{ ...sibs, expectedCents: 5_000 },
    steps: [reference, pay(40, 5_000, { notices: [] }), pay(47, 50_000)],
  },
  'SIBS: two parts, of which an inquiry names one only': {
    ...{ ...sibs, expectedCents: 1_590 },
    steps: [reference, pay(6 * HOUR_S, 1_589), pay(6 * HOUR_S, 1_113, { notices: [] })],
  },
  'SIBS: an unconfirmed overpayment, then the exact amount': {
    ...sibs,
    steps: [reference, pay(40, 1_150, { shownAfter: null }), pay(HOUR_S, 1_000)],
  },
  'SIBS: two overpayments, the first not confirmed': {
    ...sibs,
    steps: [reference, pay(40, 1_150, { shownAfter: null }), pay(HOUR_S, 1_001)],
  },
  'SIBS: a payment found by an inquiry, and another of its sum a day later': {
    ...{ ...sibs, expectedCents: 101 },
    steps: [reference, pay(3 * DAY_S, 101, { notices: [] }), pay(4 * DAY_S, 101)],
  },
  'SIBS: a part that is notified again once the sum itself has been paid': {
    ...{ ...sibs, expectedCents: 5_000 },
    steps: [reference, pay(40, 2_500, { notices: [2, 2 * HOUR_S] }), pay(HOUR_S, 5_000)],
  },
  'SIBS: a notice of more, which an inquiry confirms': { ...sibs, steps: [reference, pay(40, 1_100)] },
};
