import { describe, expect, test } from 'vitest';
import { lisbonTimeMs } from '../../../functions/runtime/lisbon.ts';

describe('a local time of Lisbon', () => {
  test('a local time that exists is converted exactly', () => {
    expect(lisbonTimeMs(Date.UTC(2026, 2, 29, 0, 59, 59))).toBe(Date.parse('2026-03-29T00:59:59Z'));
    expect(lisbonTimeMs(Date.UTC(2026, 2, 29, 2, 0, 0))).toBe(Date.parse('2026-03-29T01:00:00Z'));
    expect(lisbonTimeMs(Date.UTC(2026, 9, 25, 2, 0, 0))).toBe(Date.parse('2026-10-25T02:00:00Z'));
  });

  test('in October’s repeated hour the later instant that is not after the report counts, else the first', () => {
    const wallMs = Date.UTC(2026, 9, 25, 1, 30);
    const at = (reportedAt: string) => new Date(lisbonTimeMs(wallMs, Date.parse(reportedAt))).toISOString();
    expect(at('2026-10-25T00:30:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-10-25T01:29:59Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-10-25T01:30:00Z')).toBe('2026-10-25T01:30:00.000Z');
    // A bank whose clock is ahead of our clock: there is nothing better than the first.
    expect(at('2026-10-25T00:29:59Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(lisbonTimeMs(wallMs)).toBe(Date.parse('2026-10-25T01:30:00Z'));
  });
});
