import { describe, expect, test } from 'vitest';
import { isDue, lastDays, nightOf } from '../../../../functions/finance/night/days.ts';
import type { NightResult } from '../../../../functions/finance/night/night-result.ts';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';

describe('the days of a night', () => {
  test('are the last complete ones, from two hours after midnight in Lisbon on', () => {
    const days = ['2026-07-09', '2026-07-08', '2026-07-07', '2026-07-06', '2026-07-05', '2026-07-04', '2026-07-03'];
    expect(lastDays(Date.parse('2026-07-10T01:00:00Z'))).toEqual(days);
    expect(lastDays(Date.parse('2026-07-10T00:59:59Z'))[0]).toBe('2026-07-08');
  });

  test('have no gap where a day has 23 or 25 hours', () => {
    expect(lastDays(Date.parse('2026-10-27T12:00:00Z')).slice(0, 3)).toEqual([
      '2026-10-26',
      '2026-10-25',
      '2026-10-24',
    ]);
    expect(lastDays(Date.parse('2026-03-31T12:00:00Z')).slice(0, 3)).toEqual([
      '2026-03-30',
      '2026-03-29',
      '2026-03-28',
    ]);
    expect(nightOf(Date.parse('2026-03-30T01:30:00Z'))).toBe('2026-03-30');
  });

  const NOW_MS = Date.parse('2026-11-21T03:00:00Z');
  const result = (state: NightResult['state'], at: number): NightResult => ({
    ...{ state, at, entries: 0, oursCents: 0, listedCents: 0, recorded: 0, remaining: 0, failed: 0, remains: [] },
  });
  const night = (state: NightResult['state'], at = NOW_MS - DAY_MS, againAt?: number) => ({
    ...{ day: '2026-11-20', bankAccount: 'main', result: result(state, at) },
    ...(againAt !== undefined && { againAt }),
  });

  test.each([
    ['one that was never compared', undefined, 6, true],
    ['one of last week', undefined, 7, false],
    ['compared last night, of three days', night('compared'), 2, true],
    ['compared last night, older', night('compared'), 3, false],
    ['compared this night', night('compared', NOW_MS - 1), 0, false],
    ['not asked last night', night('not-asked'), 6, true],
    ['not asked this night', night('not-asked', NOW_MS - 1), 0, false],
    ['failed last night, of last week', night('failed'), 7, false],
    ['without a list, older', night('no-list'), 3, false],
    ['begun this night', night('begun', NOW_MS - 1), 3, true],
    ['marked since', night('compared', NOW_MS - 2, NOW_MS - 1), 20, true],
    ['marked before', night('compared', NOW_MS - 1, NOW_MS - 2), 20, false],
  ])('%s', (_what, given, daysAgo, wanted) => {
    expect(isDue(given, daysAgo, NOW_MS)).toBe(wanted);
  });
});
