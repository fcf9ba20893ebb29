import { describe, expect, test } from 'vitest';
import { daysOf, periodProblem } from '../../../../functions/finance/totals/period.ts';
import {
  balanceOfLines,
  type Settled,
  together,
  totalsOfMovements,
  totalsOfStatuses,
} from '../../../../functions/finance/totals/totals.ts';
import type { Movement } from '../../../../functions/payments/money/movement.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { lisbonDay } from '../../../../functions/runtime/lisbon-day.ts';

const NOON_MS = Date.parse('2026-07-01T11:00:00Z');
const END_MS = Date.parse('2026-07-31T23:00:00Z');

const movement = (fields: Partial<Movement>): Movement => ({
  ...{ transactionId: 'tx_1', item: 'main', kind: 'payment', cents: 1_000, method: 'MBWAY', bankAccount: 'main' },
  ...{ atMs: NOON_MS, timeIsOurs: false, recordedAtMs: NOON_MS },
  ...fields,
});
const day = (text: string) => {
  const found = lisbonDay(text);
  if (!found) throw new Error(text);
  return found;
};

describe('the totals of movements', () => {
  test('are received + other money − returned, each by its own Lisbon day, kind, method and bank account', () => {
    const { movements } = totalsOfMovements(
      [
        movement({ cents: 1_500 }),
        movement({ cents: 500 }),
        // A quarter of an hour before Lisbon's midnight, and after it: 23:00 UTC in summer.
        movement({ atMs: Date.parse('2026-07-01T22:45:00Z'), method: 'REFERENCE', bankAccount: 'sibs' }),
        movement({ atMs: Date.parse('2026-07-01T23:15:00Z'), kind: 'returned', cents: 300 }),
        movement({ kind: 'other', cents: 3_000, method: null }),
      ],
      END_MS,
    );
    const known = { timeIsOurs: false, unreadable: 0, count: 1 };
    const main = { day: '2026-07-01', bankAccount: 'main' };
    expect(movements).toHaveLength(4);
    expect(movements).toEqual(
      expect.arrayContaining([
        { ...known, ...main, kind: 'payment', method: 'MBWAY', count: 2, cents: 2_000 },
        { ...known, ...main, kind: 'payment', method: 'REFERENCE', bankAccount: 'sibs', cents: 1_000 },
        { ...known, ...main, kind: 'other', method: null, cents: 3_000 },
        { ...known, ...main, day: '2026-07-02', kind: 'returned', method: 'MBWAY', cents: 300 },
      ]),
    );
    expect(balanceOfLines(movements)).toEqual({
      received: { count: 3, cents: 3_000 },
      other: { count: 1, cents: 3_000 },
      returned: { count: 1, cents: 300 },
      unreadable: 0,
      balanceCents: 5_700,
    });
  });

  test('count a return without a readable amount apart', () => {
    const returned = { kind: 'returned', cents: null } as const;
    const { movements } = totalsOfMovements([movement(returned), movement({ ...returned, cents: 250 })], END_MS);
    expect(balanceOfLines(movements)).toMatchObject({
      returned: { count: 2, cents: 250 },
      unreadable: 1,
      balanceCents: -250,
    });
  });

  test('have lines of their own for movements on the day of our record, as the bank gave no time', () => {
    const { movements } = totalsOfMovements([movement({}), movement({ timeIsOurs: true, cents: 40 })], END_MS);
    expect(movements.map(({ timeIsOurs, cents }) => [timeIsOurs, cents])).toEqual([
      [false, 1_000],
      [true, 40],
    ]);
  });

  test('say how many were recorded after the end of the period, and what they change', () => {
    const late = { recordedAtMs: END_MS };
    const { recordedAfter } = totalsOfMovements(
      [
        movement({ recordedAtMs: END_MS - 1 }),
        movement({ ...late, cents: 4_000 }),
        movement({ ...late, kind: 'other', cents: 700 }),
        movement({ ...late, kind: 'returned', cents: 300 }),
        movement({ ...late, kind: 'returned', cents: null }),
      ],
      END_MS,
    );
    expect(recordedAfter).toEqual({ count: 4, cents: 4_400 });
  });

  test('are the same in any order and in any parts', () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      movement({
        kind: (['payment', 'other', 'returned'] as const)[index % 3] ?? 'payment',
        cents: index % 7 === 0 ? null : 100 + index,
        atMs: NOON_MS + index * HOUR_MS,
        recordedAtMs: END_MS + (index % 2 ? -1 : 1),
      }),
    );
    const parts = [0, 1, 2, 3].map((part) => all.filter((_, index) => index % 4 === part).reverse());
    expect(together(parts.map((part) => totalsOfMovements(part, END_MS)))).toEqual(totalsOfMovements(all, END_MS));
  });
});

test('the totals of statuses count transactions by the day of their status', () => {
  const settled = (fields: Partial<Settled>): Settled => ({
    ...{ status: 'paid', amountCents: 1_000, method: 'MBWAY', bankAccount: 'main', atMs: NOON_MS },
    ...fields,
  });
  const { statuses } = totalsOfStatuses([settled({}), settled({}), settled({ status: 'cancelled', method: null })]);
  const main = { day: '2026-07-01', bankAccount: 'main' };
  expect(statuses).toEqual([
    { ...main, status: 'cancelled', method: null, count: 1, cents: 1_000 },
    { ...main, status: 'paid', method: 'MBWAY', count: 2, cents: 2_000 },
  ]);
});

describe('a period', () => {
  test('has every day once, also where the clocks change', () => {
    const names = daysOf({ from: day('2026-10-23'), to: day('2026-10-26') }).map(({ name }) => name);
    expect(names).toEqual(['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26']);
    expect(daysOf({ from: day('2027-03-28'), to: day('2027-03-28') })).toHaveLength(1);
  });

  test.each([
    ['2026-10-01', '2026-10-31', undefined],
    ['2026-10-01', '2026-11-01', 'must be at most 31 days after from, counting both'],
    ['2026-10-02', '2026-10-01', 'must not be before from'],
  ])('from %s to %s', (from, to, problem) => {
    expect(periodProblem({ from: day(from), to: day(to) })).toBe(problem);
  });
});
