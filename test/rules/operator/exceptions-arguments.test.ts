import { describe, expect, test } from 'vitest';
import { PERSON_OUTCOMES } from '../../../functions/payments/exceptions/exception-outcomes.ts';
import { UsageError } from '../../../lib/operator/command.ts';
import { closingOf, exceptionFilterOf, noteOf } from '../../../lib/operator/exceptions/arguments.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');

describe('the filter of the exceptions command', () => {
  test('selects all open exceptions by default', () => {
    expect(exceptionFilterOf({}, NOW_MS)).toEqual({ fromMs: 0, toMs: NOW_MS + 1 });
  });

  test('selects by merchant, kind and period, in days of Lisbon', () => {
    const values = { merchant: 'mer_a', kind: 'late', from: '2026-07-01', to: '2026-07-01' };
    expect(exceptionFilterOf(values, NOW_MS)).toEqual({
      merchantId: 'mer_a',
      kind: 'late',
      fromMs: Date.parse('2026-06-30T23:00:00Z'),
      toMs: Date.parse('2026-07-01T23:00:00Z'),
    });
  });

  test('refuses an unknown kind', () => {
    expect(() => exceptionFilterOf({ kind: 'lost' }, NOW_MS)).toThrow(/^--kind must be one of paid-twice, underpaid, /);
  });
});

describe('closing an exception', () => {
  test.each(PERSON_OUTCOMES)('as %s requires a note and a name', (outcome) => {
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
  ])('is refused with %s', (_, values, message) => {
    expect(() => closingOf(values)).toThrow(UsageError);
    expect(() => closingOf(values)).toThrow(message);
  });
});

describe('a note about an exception', () => {
  test('requires a text and a name', () => {
    expect(noteOf({ note: ' asked the bank ', who: 'ana' })).toEqual({ text: 'asked the bank', by: 'ana' });
  });

  test.each([[{}], [{ note: ' ' }], [{ note: 'x'.repeat(501) }]])('is refused with %j', (values) => {
    expect(() => noteOf(values)).toThrow(/^--note is/);
  });
});
