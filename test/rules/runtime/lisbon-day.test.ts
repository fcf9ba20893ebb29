import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../functions/runtime/durations.ts';
import { endOfLisbonDay, lisbonDay } from '../../../functions/runtime/lisbon-day.ts';

const end = (now: string, days: number) => new Date(endOfLisbonDay(Date.parse(now), days)).toISOString();

test.each([
  ['2026-10-25', '2026-10-24T23:00:00Z', 25],
  ['2026-03-29', '2026-03-29T00:00:00Z', 23],
  ['2026-07-01', '2026-06-30T23:00:00Z', 24],
])('the day %s begins at Lisbon’s midnight, %s, and has %d hours', (name, from, hours) => {
  const fromMs = Date.parse(from);
  expect(lisbonDay(name)).toEqual({ name, fromMs, toMs: fromMs + hours * HOUR_MS });
});

describe('D10: a reference ends at 23:59:59 Europe/Lisbon', () => {
  test.each([
    ['in winter', '2026-02-12T19:08:08Z', 3, '2026-02-15T23:59:59.000Z'],
    ['in summer, when that is 22:59:59 UTC', '2026-07-01T12:00:00Z', 3, '2026-07-04T22:59:59.000Z'],
    ['on the very day of the change to summer time', '2026-03-26T12:00:00Z', 3, '2026-03-29T22:59:59.000Z'],
    ['on the very day of the change to winter time', '2026-10-22T12:00:00Z', 3, '2026-10-25T23:59:59.000Z'],
    ['counted from Lisbon’s day, not from UTC’s', '2026-07-01T23:30:00Z', 3, '2026-07-05T22:59:59.000Z'],
    ['from the last second of a day', '2026-07-01T22:59:59Z', 1, '2026-07-02T22:59:59.000Z'],
    ['from the first second of a day', '2026-07-01T23:00:00Z', 1, '2026-07-03T22:59:59.000Z'],
    ['from within the hour that is there twice', '2026-10-25T01:30:00Z', 1, '2026-10-26T23:59:59.000Z'],
    ['from within the hour that is missing', '2026-03-29T01:00:00Z', 1, '2026-03-30T22:59:59.000Z'],
  ])('%s', (_, now, days, expected) => {
    expect(end(now, days)).toBe(expected);
  });

  test('at any time of any year, by another implementation of the time zone', () => {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Lisbon',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const day = (timeMs: number) => clock.format(timeMs).slice(0, 10);
    const times = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 40 }), (nowMs, days) => {
        const endMs = endOfLisbonDay(nowMs, days);
        expect(clock.format(endMs).slice(11)).toBe('23:59:59');
        const noon = Date.parse(`${day(nowMs)}T12:00:00Z`);
        expect(day(endMs)).toBe(new Date(noon + days * DAY_MS).toISOString().slice(0, 10));
        expect(clock.format(endMs + 1_000).slice(11)).toBe('00:00:00');
      }),
      { numRuns: 2_000 },
    );
  });
});
