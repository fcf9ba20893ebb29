import { describe, expect, test } from 'vitest';
import { bankTimeMs } from '../../../../functions/banking/sibs/time.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';

const read = (text: string) => {
  const timeMs = bankTimeMs(text);
  return timeMs === null ? null : new Date(timeMs).toISOString();
};

describe('a time of the bank', () => {
  test.each([
    ['in UTC', '2026-03-12T10:48:44Z', '2026-03-12T10:48:44.000Z'],
    ['with thousandths and a trailing space', '2022-11-11T16:18:53.127Z ', '2022-11-11T16:18:53.127Z'],
    ['with finer fractions', '2026-03-12T10:48:44.123456789Z', '2026-03-12T10:48:44.123Z'],
    ['with an offset', '2026-07-12T10:48:44+01:00', '2026-07-12T09:48:44.000Z'],
    ['with an offset without a colon', '2026-07-12T10:48:44.5-0330', '2026-07-12T14:18:44.500Z'],
    ['with an offset in hours', '2026-07-12T10:48:44+02', '2026-07-12T08:48:44.000Z'],
    ['with a space for the T', '2026-01-12 10:48:44', '2026-01-12T10:48:44.000Z'],
    ['without seconds', '2026-01-12T10:48', '2026-01-12T10:48:00.000Z'],
    ['without a zone in winter', '2026-01-12T10:48:44', '2026-01-12T10:48:44.000Z'],
    ['without a zone in summer', '2026-07-12T10:48:44', '2026-07-12T09:48:44.000Z'],
    ['without a zone on a leap day', '2028-02-29T12:00:00', '2028-02-29T12:00:00.000Z'],
    ['as a day in winter', '2026-01-12', '2026-01-12T23:59:59.000Z'],
    ['as a day in summer', '2026-07-12', '2026-07-12T22:59:59.000Z'],
  ])('is read %s', (_, text, instant) => {
    expect(read(text)).toBe(instant);
  });

  test.each([
    '',
    'soon',
    '2026-02-30T10:00:00Z',
    '2026-13-01',
    '2026-01-12T24:00:00Z',
    '2026-01-12T10:61:00',
    '12-01-2026',
    '2026-01-12T10',
    '1768214924',
  ])('is not %j', (text) => {
    expect(bankTimeMs(text)).toBeNull();
  });

  test('is null for a missing text', () => {
    expect([bankTimeMs(null), bankTimeMs(undefined)]).toEqual([null, null]);
  });
});

describe('the clock changes of 2026 in Lisbon', () => {
  test.each([
    ['in the hour that is skipped, moved an hour forward', '2026-03-29T01:30:00', '2026-03-29T01:30:00.000Z'],
    ['as that day', '2026-03-29', '2026-03-29T22:59:59.000Z'],
    ['in the hour that comes twice, the later of the two', '2026-10-25T01:30:00', '2026-10-25T01:30:00.000Z'],
    ['as that day', '2026-10-25', '2026-10-25T23:59:59.000Z'],
  ])('are read %s', (_, text, instant) => {
    expect(read(text)).toBe(instant);
  });

  test('convert every half hour of the year and back', () => {
    const wall = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Lisbon',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const wrong: string[] = [];
    for (let timeMs = Date.UTC(2026, 0, 1); timeMs < Date.UTC(2027, 0, 1); timeMs += 30 * MINUTE_MS) {
      const repeated = timeMs >= Date.UTC(2026, 9, 25, 0) && timeMs < Date.UTC(2026, 9, 25, 1);
      const expected = repeated ? timeMs + HOUR_MS : timeMs;
      if (bankTimeMs(wall.format(timeMs)) !== expected) wrong.push(wall.format(timeMs));
    }
    expect(wrong).toEqual([]);
  });
});
