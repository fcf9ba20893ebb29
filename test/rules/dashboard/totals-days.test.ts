import { expect, test } from 'vitest';
import { byDay, moneyOf } from '../../../dashboard/src/finance/totals/totals-days.ts';
import type { MovementLine } from '../../../functions/finance/totals/totals.ts';

test('totals have a row for every day of the period, those without movements included', () => {
  const line = { method: 'MBWAY', bankAccount: 'main', count: 1, unreadable: 0 } as const;
  const lines: MovementLine[] = [
    { ...line, day: '2026-11-20', kind: 'payment', count: 2, cents: 2_020 },
    { ...line, day: '2026-11-20', kind: 'payment', method: 'REFERENCE', cents: 510 },
    { ...line, day: '2026-11-19', kind: 'returned', cents: 330 },
  ];
  const days = byDay(lines, { from: '2026-11-18', to: '2026-11-20' });
  expect(days.map(([day, lines]) => [day, moneyOf(lines).balanceCents])).toEqual([
    ['2026-11-18', 0],
    ['2026-11-19', -330],
    ['2026-11-20', 2_530],
  ]);
  expect(moneyOf(days[2]?.[1] ?? [])).toMatchObject({ mbway: { count: 2, cents: 2_020 }, reference: { cents: 510 } });
});
