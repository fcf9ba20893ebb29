import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAYMENT_METHODS } from '../../../functions/banking/bank.ts';
import { type Entry, eventEntries } from '../../../functions/finance/totals/contribution.ts';
import { byDay } from '../../../functions/finance/totals/figures.ts';
import { periodProblem } from '../../../functions/finance/totals/period.ts';
import type { Settlement, Transaction } from '../../../functions/payments/transaction.ts';
import { TRANSITIONS } from '../../../functions/payments/transitions.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { type LisbonDay, lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { transactionWith } from '../../support/payment-transactions.ts';

// Two weeks about each change of the clocks.
const timeMs = fc
  .tuple(fc.constantFrom(Date.parse('2026-03-22T00:00:00Z'), Date.parse('2026-10-18T00:00:00Z')), fc.nat(14 * DAY_MS))
  .map(([fromMs, afterMs]) => fromMs + afterMs);

let events = 0;
const settlementInto = (status: Settlement['status']) =>
  fc
    .record({ settledAt: timeMs, paidMs: timeMs, paymentMethod: fc.constantFrom(...PAYMENT_METHODS, null) })
    .map(({ settledAt, paidMs, paymentMethod }): Settlement => {
      events += 1;
      const method = status === 'paid' ? (paymentMethod ?? 'MBWAY') : paymentMethod;
      return {
        eventId: `evt_${events}`,
        status,
        settledAt,
        paymentMethod: method,
        paidAt: status === 'paid' ? paidMs : null,
        delivery: { state: 'pending', series: 1, done: 0, attempts: [] },
      };
    });

/** Every road through the transition table. */
const ROADS = TRANSITIONS.filter(({ from }) => from === 'pending').flatMap(({ to }) => [
  [to],
  ...TRANSITIONS.filter(({ from }) => from === to).map((next) => [to, next.to]),
]);
const transaction = fc
  .tuple(fc.constantFrom(...ROADS), fc.integer({ min: 1, max: 9_999_999 }))
  .chain(([road, amountCents]) =>
    fc.tuple(...road.map(settlementInto)).map((settlements) => transactionWith({ amountCents, settlements })),
  );

const LISBON = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon', dateStyle: 'short' });

/** Totals computed in another way: each transaction in its current state, by its last change of status. */
function recount(transactions: readonly Transaction[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents);
  for (const { amountCents, settlements } of transactions) {
    const last = settlements.at(-1);
    if (!last) continue;
    const what = `${last.paymentMethod ?? 'none'}.${last.status}`;
    add(`${LISBON.format(last.settledAt)} recorded.${what}`, amountCents);
    if (last.paidAt !== null) add(`${LISBON.format(last.paidAt)} paid.${what}`, amountCents);
  }
  return sums;
}

const flat = (days: ReturnType<typeof byDay>) =>
  new Map(
    [...days].flatMap(([day, figures]) =>
      Object.entries(figures).map(([figure, { cents }]): [string, number] => [`${day} ${figure}`, cents]),
    ),
  );

describe('what an event changes in the totals', () => {
  test('adds up, for any events in any order, each once, to the statuses of the transactions', () => {
    fc.assert(
      fc.property(
        fc.array(transaction, { maxLength: 12 }).chain((transactions) => {
          const entries = transactions.flatMap(eventEntries);
          const orders = fc.shuffledSubarray([...entries, ...entries], { minLength: 0, maxLength: 2 * entries.length });
          return orders.map((again) => ({ transactions, reported: [...again, ...entries] }));
        }),
        ({ transactions, reported }) => {
          const once = new Map(reported.map((entry): [string, Entry] => [entry.id, entry]));
          expect(flat(byDay(once.values()))).toEqual(recount(transactions));
        },
      ),
    );
  });

  test('for a late payment is plus the payment and minus the cancellation, each on its own day', () => {
    const settledAt = Date.parse('2026-11-19T12:00:00Z');
    const settlement = { settledAt, paymentMethod: 'MBWAY', paidAt: null } as const;
    const delivery: Settlement['delivery'] = { state: 'pending', series: 1, done: 0, attempts: [] };
    const late = transactionWith({
      amountCents: 500,
      settlements: [
        { ...settlement, eventId: 'evt_1', status: 'cancelled', delivery },
        {
          ...settlement,
          eventId: 'evt_2',
          status: 'paid',
          settledAt: settledAt + DAY_MS,
          paidAt: settledAt,
          delivery,
        },
      ],
    });
    expect(eventEntries(late)[1]?.contributions).toEqual([
      { day: '2026-11-19', figure: 'recorded.MBWAY.cancelled', count: -1, cents: -500 },
      { day: '2026-11-19', figure: 'paid.MBWAY.paid', count: 1, cents: 500 },
      { day: '2026-11-20', figure: 'recorded.MBWAY.paid', count: 1, cents: 500 },
    ]);
  });

  test('is nothing for a test event', () => {
    const delivery: Settlement['delivery'] = { state: 'pending', series: 1, done: 0, attempts: [] };
    const test = { eventId: 'evt_1', status: 'pending', settledAt: 0, paymentMethod: 'MBWAY', paidAt: null } as const;
    expect(eventEntries(transactionWith({ settlements: [{ ...test, delivery }] }))[0]?.contributions).toEqual([]);
  });
});

describe('a period of days', () => {
  const days = (from: string, to: string) => ({ from: lisbonDay(from) as LisbonDay, to: lisbonDay(to) as LisbonDay });

  test('is at most 92 days, whatever the clock changes, and does not end before it begins', () => {
    expect(periodProblem(days('2026-02-01', '2026-05-03'))).toBeUndefined();
    expect(periodProblem(days('2026-02-01', '2026-05-04'))).toMatch('92');
    expect(periodProblem(days('2026-09-01', '2026-12-01'))).toBeUndefined();
    expect(periodProblem(days('2026-09-01', '2026-12-02'))).toMatch('92');
    expect(periodProblem(days('2026-05-02', '2026-05-01'))).toMatch('before');
  });
});
