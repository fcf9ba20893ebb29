import { expect, test } from 'vitest';
import { totalsCsv } from '../../../../../dashboard/src/finance/totals/totals-csv.ts';
import { readCsv } from '../../../../support/read-csv.ts';

const line = {
  day: '2026-07-01',
  method: 'MBWAY',
  bankAccount: 'main',
  count: 1,
  unreadable: 0,
  timeIsOurs: false,
} as const;

test('the amounts of movements add up to the balance: what was returned is negative', () => {
  const movements = [
    { ...line, kind: 'payment', cents: 1_050 },
    { ...line, kind: 'returned', cents: 900 },
  ] as const;
  const totals = { movements: [...movements], statuses: [], recordedAfter: { count: 0, cents: 0 } };
  const [heading = [], ...rows] = readCsv(
    totalsCsv(totals, undefined, { language: 'en', isOfStaff: true, nameOf: String }),
  );
  expect(rows.map((row) => row[heading.indexOf('amount EUR')])).toEqual(['10,50', '-9,00']);
});
