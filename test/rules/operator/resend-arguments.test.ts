import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../lib/operator/command.ts';
import { filterOf, reasonOf, resendFilterOf } from '../../../lib/operator/deliveries/arguments.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const iso = (timeMs: number) => new Date(timeMs).toISOString();

describe('the period of a command', () => {
  test('in days is Lisbon’s, with both days included, in summer and in winter', () => {
    const summer = filterOf({ from: '2026-07-01', to: '2026-07-01' }, NOW_MS);
    expect([iso(summer.fromMs), iso(summer.toMs)]).toEqual(['2026-06-30T23:00:00.000Z', '2026-07-01T23:00:00.000Z']);
    const winter = filterOf({ from: '2026-11-19', to: '2026-11-20' }, NOW_MS);
    expect([iso(winter.fromMs), iso(winter.toMs)]).toEqual(['2026-11-19T00:00:00.000Z', '2026-11-21T00:00:00.000Z']);
  });

  test('in times is taken as it is; by default it has no beginning and ends now', () => {
    expect(iso(filterOf({ from: '2026-11-20T10:30+01:00' }, NOW_MS).fromMs)).toBe('2026-11-20T09:30:00.000Z');
    expect(filterOf({}, NOW_MS)).toMatchObject({ fromMs: 0, toMs: NOW_MS + 1 });
  });

  test.each(['2026-13-01', '2026-11-20T10:30', 'yesterday', '', '20/11/2026'])('is refused when it is %j', (from) => {
    expect(() => filterOf({ from }, NOW_MS)).toThrow(UsageError);
  });

  test('is refused when it ends before it begins', () => {
    expect(() => filterOf({ from: '2026-11-20', to: '2026-11-19' }, NOW_MS)).toThrow(UsageError);
  });
});

describe('what a resend of many is about', () => {
  test('must be given, and delivered events need their own flag', () => {
    expect(() => resendFilterOf({}, NOW_MS)).toThrow(UsageError);
    expect(() => resendFilterOf({ merchant: 'mer_a' }, NOW_MS)).toThrow(UsageError);
    expect(() => resendFilterOf({ state: 'delivered' }, NOW_MS)).toThrow('--delivered');
    expect(() => resendFilterOf({ state: 'skipped', delivered: true }, NOW_MS)).toThrow(UsageError);
    expect(resendFilterOf({ merchant: 'mer_a', delivered: true }, NOW_MS)).toMatchObject({
      states: ['delivered'],
      merchantId: 'mer_a',
    });
    expect(resendFilterOf({ state: 'not_delivered' }, NOW_MS).states).toEqual(['not_delivered']);
  });

  test('is never what a newer event has overtaken', () => {
    expect(() => resendFilterOf({ merchant: 'mer_a', state: 'superseded' }, NOW_MS)).toThrow(UsageError);
  });
});

describe('the reason of a resend', () => {
  test('is asked for, and who is the user unless another is named', () => {
    expect(reasonOf({ why: ' their server was down ' })).toEqual({
      who: expect.stringMatching(/./),
      why: 'their server was down',
    });
    expect(reasonOf({ who: 'ana', why: 'x' }).who).toBe('ana');
    for (const why of [undefined, '', '  ', 'x'.repeat(201)]) expect(() => reasonOf({ why })).toThrow(UsageError);
    expect(() => reasonOf({ who: 'x'.repeat(101), why: 'x' })).toThrow(UsageError);
  });
});
