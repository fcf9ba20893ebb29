import { expect, test } from 'vitest';
import { moneyRows, statusRows } from '../../../../../dashboard/src/finance/totals/totals-days.ts';
import type { MovementLine } from '../../../../../functions/finance/totals/totals.ts';

test('totals have a row for each day and bank account with movements, and count those on the day of our record', () => {
  const line = { timeIsOurs: false, method: 'MBWAY', bankAccount: 'main', count: 1, unreadable: 0 } as const;
  const lines: MovementLine[] = [
    { ...line, day: '2026-11-18', kind: 'returned', cents: 330, bankAccount: 'sibs' },
    { ...line, day: '2026-11-20', kind: 'payment', count: 2, cents: 2_020 },
    { ...line, day: '2026-11-20', kind: 'payment', method: 'REFERENCE', timeIsOurs: true, cents: 510 },
  ];
  const days = moneyRows(lines, 'day');
  expect(days.map(({ name, balanceCents, ourTime }) => [name, balanceCents, ourTime])).toEqual([
    ['2026-11-18', -330, { count: 0, cents: 0 }],
    ['2026-11-20', 2_530, { count: 1, cents: 510 }],
  ]);
  expect(days[1]).toMatchObject({ mbway: { count: 2, cents: 2_020 }, reference: { cents: 510 } });
  const accounts = moneyRows(lines, 'bankAccount');
  expect(accounts.map(({ name, balanceCents }) => [name, balanceCents])).toEqual([
    ['main', 2_530],
    ['sibs', -330],
  ]);
});

test('totals by status have a row for each day with transactions', () => {
  const line = { method: 'MBWAY', bankAccount: 'main', count: 1, cents: 100, day: '2026-11-20' } as const;
  const rows = statusRows([
    { ...line, status: 'paid' },
    { ...line, status: 'cancelled', count: 3 },
  ]);
  const none = { count: 0, cents: 0 };
  expect(rows).toEqual([
    { name: '2026-11-20', paid: { count: 1, cents: 100 }, failed: none, cancelled: { count: 3, cents: 100 } },
  ]);
});
