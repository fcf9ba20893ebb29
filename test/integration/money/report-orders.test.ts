import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { judge } from '../../chaos/money/ledger.ts';
import { type MoneyEngine, startMoneyEngine } from '../../chaos/money/money-service.ts';
import { type Played, play } from '../../chaos/money/play.ts';
import type { Schedule, Step } from '../../chaos/money/schedule.ts';

/**
 * Needs the embedded table. One set of payments and refunds, reported by the bank in several orders, some more than
 * once: whatever the order, the same is on record, and it is what the customer paid and got back.
 */

const SEED = 20_261_126;
const IS_LONG = process.env.KINDS === 'all';
const RUNS = IS_LONG ? 1_000 : 30;
const ORDERS = 4;
const PRICE = 1_000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

let engine: MoneyEngine;
beforeAll(async () => {
  engine = await startMoneyEngine();
});
afterAll(() => engine.stop());

const SET = fc.record({
  provider: fc.constantFrom('sibs' as const, 'ifthenpay' as const),
  /** On one reference, at least two minutes apart. */
  payments: fc.array(fc.constantFrom(PRICE, PRICE, PRICE + 300, 600, 1), { minLength: 1, maxLength: 3 }),
  /** In shares of what was paid; together never more than that. */
  refunds: fc.array(fc.constantFrom(0.1, 0.3, 0.5, 0.6), { minLength: 0, maxLength: 3 }),
  /** How often each is reported. */
  repeats: fc.array(fc.constantFrom(1, 1, 2), { minLength: 6, maxLength: 6 }),
  /** Whether the first report comes after the reference has ended, which the bank then calls expired. */
  isLate: fc.boolean(),
  orders: fc.array(fc.integer(), { minLength: ORDERS, maxLength: ORDERS }),
});
type Drawn = typeof SET extends fc.Arbitrary<infer Value> ? Value : never;

/** What may differ from order to order: which payment settles, and so when, and what a person is asked to decide. */
const counts = { sets: 0, orders: 0, movements: 0, otherPayment: 0, otherTime: 0, otherExceptions: 0, late: 0 };

test('the order in which a bank reports money changes neither what is on record nor the net', {
  timeout: IS_LONG ? HOUR_MS : 300_000,
}, async () => {
  await fc.assert(fc.asyncProperty(SET, check), { numRuns: RUNS, seed: SEED });
  console.log(`${JSON.stringify(counts)} by seed ${SEED}`);
  expect(Math.min(counts.otherPayment, counts.otherExceptions, counts.late)).toBeGreaterThan(0);
});

async function check(drawn: Drawn): Promise<void> {
  const played: Played[] = [];
  for (const order of drawn.orders) played.push(await play(engine, scheduleOf(drawn, order)));
  const [first, ...others] = played.map((each) => factsOf(each));
  for (const each of played) expect(judge(each).problems).toEqual([]);
  for (const each of others) expect(each.same).toEqual(first?.same);
  counts.sets += 1;
  counts.orders += played.length;
  counts.movements += drawn.payments.length + drawn.refunds.length;
  counts.late += Number(drawn.isLate);
  for (const name of ['otherPayment', 'otherTime', 'otherExceptions'] as const) {
    const found = new Set([first, ...others].map((each) => JSON.stringify(each?.different[name])));
    counts[name] += Number(found.size > 1);
  }
}

/** All movements, and their reports in one order afterwards. */
function scheduleOf({ provider, payments, refunds, repeats, isLate }: Drawn, order: number): Schedule {
  const total = payments.reduce((sum, cents) => sum + cents, 0);
  let left = total;
  const returned = refunds.flatMap((share) => {
    const cents = Math.min(left, Math.floor(total * share));
    left -= cents;
    return cents > 0 ? [cents] : [];
  });
  const movements = [
    ...payments.map((cents, index) => ({ kind: 'pay' as const, cents, at: HOUR_S + index * 3 * MINUTE_S })),
    ...returned.map((cents, index) => ({ kind: 'refund' as const, cents, at: 2 * HOUR_S + index * 3 * MINUTE_S })),
  ];
  const reports = movements.flatMap((_, index) => Array.from({ length: repeats[index] ?? 1 }, () => index));
  const firstAt = isLate ? 5 * DAY_S : 3 * HOUR_S;
  // An hour apart, so that a report that was not acknowledged is repeated in between.
  const times = shuffled(reports, order).map((index, position) => ({ index, at: firstAt + position * HOUR_S }));
  const steps: Step[] = movements.map(({ kind, cents, at }, index) => {
    const notices = times.filter((each) => each.index === index).map((each) => each.at - at);
    if (kind === 'refund') return { kind, at, start: 0, cents, notices };
    return {
      kind,
      at,
      start: 0,
      cents,
      notices,
      shownAfter: isLate ? 4 * DAY_S : 0,
      listedAfter: isLate ? 4 * DAY_S : 0,
      isPartial: false,
    };
  });
  const start: Step = { kind: 'start', at: 0, method: 'REFERENCE', phone: '912345678', manner: 'good' };
  return { provider, begins: '2026-02-12T19:08:08.354Z', expectedCents: PRICE, polls: 0, steps: [start, ...steps] };
}

/** By a generator of its own (mulberry32), so that an order is one number. */
function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const keyed = values.map((value, index) => {
    let state = (seed + index * 0x6d2b79f5) | 0;
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return { value, key: (state ^ (state >>> 14)) >>> 0 };
  });
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}

function factsOf({ items, schedule }: Played) {
  const of = (prefix: string) => items.filter(({ item }) => String(item).startsWith(prefix));
  const [main = {}] = of('main');
  const { refunds: sums, status, paidCents = schedule.expectedCents, paidAt, paymentMethod } = main;
  const exceptions = of('exception#');
  const own = exceptions.filter(({ kind }) => ['paid-twice', 'underpaid', 'overpaid'].includes(String(kind)));
  // The exception of an overpaid payment is about the payment itself.
  const isPayment = (each: Record<string, unknown>) =>
    each.kind === 'overpaid' && each.receivedCents === main.paidCents;
  const payment = own.find(isPayment);
  const received = [
    ...(status === 'paid' ? [Number(paidCents)] : []),
    ...own.filter((each) => each !== payment).map(({ receivedCents }) => Number(receivedCents)),
  ];
  const returned = of('refund#').map(({ amountCents, excessCents = 0, returnedAt }) => [
    returnedAt,
    amountCents,
    excessCents,
  ]);
  const total = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);
  const { count, cents = 0, excessCents } = (sums ?? {}) as Record<string, number>;
  return {
    same: {
      status,
      received: received.sort((a, b) => a - b),
      returned: returned.sort((a, b) => Number(a[0]) - Number(b[0])),
      net: total(received) - total(returned.map(([, amount]) => Number(amount))),
      ownNet: status === 'paid' ? schedule.expectedCents - cents : 0,
      sums: [count, cents, excessCents],
    },
    different: {
      otherPayment: [paidCents, paymentMethod],
      otherTime: paidAt,
      otherExceptions: exceptions.map(({ kind, receivedCents }) => `${kind} ${receivedCents}`).sort(),
    },
  };
}
