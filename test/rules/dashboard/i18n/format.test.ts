import { describe, expect, test } from 'vitest';
import { formatsIn, visibleLines, visibleText } from '../../../../dashboard/src/i18n/format.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';

describe('texts of the page', () => {
  const [en, pt] = [formatsIn('en-GB'), formatsIn('pt-PT')];
  // Narrow and hard spaces are one for the eye.
  const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');

  test('euros are written in the format of each language', () => {
    expect(plain(en.euros(12_345.5))).toBe('€12,345.50');
    expect(plain(pt.euros(12_345.5))).toBe('12 345,50 €');
    expect(plain(pt.euros(3_886.33))).toBe('3 886,33 €');
    expect(plain(pt.count(1_234_567))).toBe('1 234 567');
  });

  test('times are in Lisbon time, in summer and in winter', () => {
    expect(en.time('2026-11-20T19:08:33.257Z')).toBe('20 Nov 2026, 19:08:33');
    expect(en.time('2026-07-20T23:08:33.257Z')).toBe('21 Jul 2026, 00:08:33');
    expect(en.clock('2026-07-20T22:08:33.257Z')).toBe('23:08:33.257');
    expect(pt.clock('2026-11-20T19:08:33.257Z')).toBe('19:08:33,257');
    expect(en.day('2026-11-20')).toBe('20 Nov 2026');
    expect(en.minute('2026-12-31T23:59:59Z')).toBe('31 Dec 2026 23:59');
  });

  test('days are written in Portuguese with the day first, two digits each', () => {
    expect(pt.day('2026-12-04')).toBe('04/12/2026');
    expect(pt.time('2026-12-04T09:08:03.257Z')).toBe('04/12/2026, 09:08:03');
    expect(pt.minute('2026-07-03T23:08:03.257Z')).toBe('04/07/2026 00:08');
  });

  test('are durations and distances in a unit that fits', () => {
    const texts = [87, 1_240, 240_000, 7_200_000].map((durationMs) => plain(en.duration(durationMs)));
    expect(texts).toEqual(['87 ms', '1.2 s', '4 min', '2 h']);
    const hours = [47.9, 48, 144.8, 60].map((count) => plain(en.duration(count * HOUR_MS)));
    expect(hours).toEqual(['47.9 h', '2 days', '6 days', '2.5 days']);
    expect(plain(pt.duration(144.8 * HOUR_MS))).toBe('6 dias');
    const nowMs = Date.parse('2026-11-20T12:00:00Z');
    expect(en.relative('2026-11-20T11:57:00Z', nowMs)).toBe('3 minutes ago');
    expect(en.relative('2026-11-21T11:59:58Z', nowMs)).toBe('in 24 hours');
    expect(pt.relative('2026-11-20T12:00:05Z', nowMs)).toBe('dentro de 5 segundos');
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
