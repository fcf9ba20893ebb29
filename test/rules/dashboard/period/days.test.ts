import { describe, expect, test } from 'vitest';
import { addDays, daysIn, presetDays, presetOf, today } from '../../../../dashboard/src/period/days.ts';

describe('days', () => {
  test('today is the day in Lisbon: in summer it begins at 23:00 UTC', () => {
    expect(today(Date.parse('2026-07-01T23:30:00Z'))).toBe('2026-07-02');
    expect(today(Date.parse('2026-11-21T23:30:00Z'))).toBe('2026-11-21');
  });

  test('days are added by the calendar, also over clock changes', () => {
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
    expect(addDays('2026-03-29', -1)).toBe('2026-03-28');
  });

  test('the last 30 days are today and 29 before it', () => {
    expect(presetDays('month', '2026-11-21')).toEqual({ from: '2026-10-23', to: '2026-11-21' });
    expect(presetDays('this-month', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  });

  test.each([
    ['2026-11-21', '2026-10-01', '2026-10-31'],
    ['2026-03-31', '2026-02-01', '2026-02-28'],
    ['2028-03-01', '2028-02-01', '2028-02-29'],
    ['2027-01-01', '2026-12-01', '2026-12-31'],
  ])('on %s the last month is %s to %s', (now, from, to) => {
    expect(presetDays('last-month', now)).toEqual({ from, to });
    expect(presetOf({ from, to }, now)).toBe('last-month');
  });
});

describe('a period in the address', () => {
  const read = (query: string) => daysIn(new URLSearchParams(query), '2026-11-25');

  test.each([
    ...['status=paid', 'from=&to=', 'from=2026-11-01', 'from=01%2F11%2F2026&to=30%2F11%2F2026'],
    ...['from=2026-11-01&to=2026-11-31', 'from=2026-02-29&to=2026-03-01', 'from=1999-11-01&to=2026-11-01'],
    // Reversed, and of days to come.
    ...['from=2026-11-20&to=2026-11-19', 'from=2026-11-26&to=2026-11-30'],
  ])('%s is none', (query) => {
    expect(read(query)).toBeUndefined();
  });

  test('may end after today, and is counted until then', () => {
    expect(read('from=2026-11-01&to=2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
    expect(read('from=2026-11-25&to=2026-12-31')).toEqual({ from: '2026-11-25', to: '2026-11-25' });
  });
});
