import { describe, expect, test } from 'vitest';
import {
  formatClock,
  formatCount,
  formatDay,
  formatDuration,
  formatEuros,
  formatMinute,
  formatRelative,
  formatTime,
  visibleLines,
  visibleText,
} from '../../../../dashboard/src/i18n/format.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';

describe('texts of the page', () => {
  // Narrow and hard spaces are one for the eye.
  const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');

  test('euros are written in the format of each language', () => {
    expect(plain(formatEuros(12_345.5, 'en-GB'))).toBe('€12,345.50');
    expect(plain(formatEuros(12_345.5, 'pt-PT'))).toBe('12 345,50 €');
    expect(plain(formatEuros(3_886.33, 'pt-PT'))).toBe('3 886,33 €');
    expect(plain(formatCount(1_234_567, 'pt-PT'))).toBe('1 234 567');
  });

  test('times are in Lisbon time, in summer and in winter', () => {
    expect(formatTime('2026-11-20T19:08:33.257Z', 'en-GB')).toBe('20 Nov 2026, 19:08:33');
    expect(formatTime('2026-07-20T23:08:33.257Z', 'en-GB')).toBe('21 Jul 2026, 00:08:33');
    expect(formatClock('2026-07-20T22:08:33.257Z', 'en-GB')).toBe('23:08:33.257');
    expect(formatClock('2026-11-20T19:08:33.257Z', 'pt-PT')).toBe('19:08:33,257');
    expect(formatDay('2026-11-20', 'en-GB')).toBe('20 Nov 2026');
    expect(formatMinute('2026-12-31T23:59:59Z', 'en-GB')).toBe('31 Dec 2026 23:59');
  });

  test('days are written in Portuguese with the day first, two digits each', () => {
    expect(formatDay('2026-12-04', 'pt-PT')).toBe('04/12/2026');
    expect(formatTime('2026-12-04T09:08:03.257Z', 'pt-PT')).toBe('04/12/2026, 09:08:03');
    expect(formatMinute('2026-07-03T23:08:03.257Z', 'pt-PT')).toBe('04/07/2026 00:08');
  });

  test('are durations and distances in a unit that fits', () => {
    const texts = [87, 1_240, 240_000, 7_200_000].map((durationMs) => plain(formatDuration(durationMs, 'en-GB')));
    expect(texts).toEqual(['87 ms', '1.2 s', '4 min', '2 h']);
    const hours = [47.9, 48, 144.8, 60].map((count) => plain(formatDuration(count * HOUR_MS, 'en-GB')));
    expect(hours).toEqual(['47.9 h', '2 days', '6 days', '2.5 days']);
    expect(plain(formatDuration(144.8 * HOUR_MS, 'pt-PT'))).toBe('6 dias');
    const nowMs = Date.parse('2026-11-20T12:00:00Z');
    expect(formatRelative('2026-11-20T11:57:00Z', nowMs, 'en-GB')).toBe('3 minutes ago');
    expect(formatRelative('2026-11-21T11:59:58Z', nowMs, 'en-GB')).toBe('in 24 hours');
    expect(formatRelative('2026-11-20T12:00:05Z', nowMs, 'pt-PT')).toBe('dentro de 5 segundos');
  });
});

test('an unseen character of a body is named, and its lines stay lines', () => {
  expect(visibleLines('{\n\t"orderId": "A\u202E00.1€"\r\n}\u0007')).toBe(
    '{\n\t"orderId": "A⟨U+202E⟩00.1€"\r\n}⟨U+0007⟩',
  );
  expect(visibleText('A\u202EB\n')).toBe('A⟨U+202E⟩B⟨U+000A⟩');
  expect(visibleText('a\u00ADb\u180E\u3164\u2800\u{E0041}')).toBe('a⟨U+00AD⟩b⟨U+180E⟩⟨U+3164⟩⟨U+2800⟩⟨U+E0041⟩');
  expect(visibleText('❤️ São João')).toBe('❤️ São João');
});
