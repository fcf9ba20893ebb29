import { describe, expect, test } from 'vitest';
import { EXCEPTION_OUTCOMES } from '../../../functions/payments/exceptions/exception-outcomes.ts';
import { UsageError } from '../../../lib/operator/command.ts';
import {
  assigningOf,
  auditPeriodOf,
  closingOf,
  exceptionFilterOf,
} from '../../../lib/operator/exceptions/arguments.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');

describe('the exceptions of the command line', () => {
  test('are all open ones until now, unless it says more', () => {
    expect(exceptionFilterOf({}, NOW_MS)).toEqual({ fromMs: 0, toMs: NOW_MS + 1 });
  });

  test('are of a merchant, a kind and a period; a day is Lisbon’s', () => {
    const values = { merchant: 'mer_a', kind: 'late', from: '2026-07-01', to: '2026-07-01' };
    expect(exceptionFilterOf(values, NOW_MS)).toEqual({
      merchantId: 'mer_a',
      kind: 'late',
      fromMs: Date.parse('2026-06-30T23:00:00Z'),
      toMs: Date.parse('2026-07-01T23:00:00Z'),
    });
  });

  test('are of no kind that there is not', () => {
    expect(() => exceptionFilterOf({ kind: 'lost' }, NOW_MS)).toThrow(/^--kind must be one of late, paid-twice, /);
  });

  test('are audited for one merchant only', () => {
    expect(() => auditPeriodOf({ from: '2026-07-01' }, NOW_MS)).toThrow('--merchant is missing');
    expect(auditPeriodOf({ merchant: 'mer_a' }, NOW_MS)).toEqual({ merchantId: 'mer_a', fromMs: 0, toMs: NOW_MS + 1 });
  });
});

describe('an exception is closed', () => {
  test.each(EXCEPTION_OUTCOMES)('as %s, with a note and by someone', (outcome) => {
    const closing = closingOf({ outcome, note: ' by transfer ', who: 'ana' });
    expect(closing).toEqual({ outcome, note: 'by transfer', by: 'ana' });
    expect(closingOf({ outcome, note: 'x' }).by).toMatch(/./);
  });

  test.each([
    ['no outcome', { note: 'x' }, '--outcome must be one of refunded, kept, shipped, not-ours'],
    ['another outcome', { outcome: 'done', note: 'x' }, '--outcome must be one of'],
    ['no note', { outcome: 'kept' }, '--note is missing'],
    ['an empty note', { outcome: 'kept', note: '  ' }, '--note is missing'],
    ['a note too long', { outcome: 'kept', note: 'x'.repeat(501) }, '--note is too long'],
    ['a name too long', { outcome: 'kept', note: 'x', who: 'x'.repeat(101) }, '--who is too long'],
  ])('never with %s', (_, values, message) => {
    expect(() => closingOf(values)).toThrow(UsageError);
    expect(() => closingOf(values)).toThrow(message);
  });
});

describe('an exception is assigned', () => {
  test('to someone, by someone', () => {
    expect(assigningOf({ to: ' rui ', who: 'ana' })).toEqual({ to: 'rui', by: 'ana' });
  });

  test.each([[{}], [{ to: ' ' }], [{ to: 'x'.repeat(101) }]])('never like %j', (values) => {
    expect(() => assigningOf(values)).toThrow(/^--to is/);
  });
});
