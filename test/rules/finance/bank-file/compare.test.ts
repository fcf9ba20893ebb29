import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankLine } from '../../../../functions/finance/bank-file/bank-file.ts';
import { compare, type Finding, type OurMovement } from '../../../../functions/finance/bank-file/compare.ts';

const DAY = '2026-11-20';
const our = (fields: Partial<OurMovement> = {}): OurMovement => ({
  ...{ transactionId: 'tx_0123456789abcdefghjkmnpq', bankId: 's2a', operationId: null, entity: null, reference: null },
  ...{ kind: 'payment', cents: 1_000, atMs: Date.parse(`${DAY}T12:00:00Z`), ...fields },
});
const line = (fields: Partial<BankLine> = {}): BankLine => ({
  ...{ line: 2, day: DAY, atMs: null, direction: 'in', ids: { bankId: 's2a' }, cents: 1_000 },
  ...{ feeCents: null, netCents: null, ...fields },
});
const shown = ({ result, ours, line: theirs, isAmbiguous }: Finding) =>
  [result, ours?.cents ?? '–', theirs?.cents ?? '–', ...(isAmbiguous ? ['ambiguous'] : [])].join(' ');
const results = (ours: OurMovement[], lines: BankLine[]) => compare({ ours, lines }).map(shown);
/** A day that both sides have, so that the file covers it. */
const other = {
  ours: our({ transactionId: 'tx_o', bankId: 'o', cents: 1 }),
  line: line({ ids: { bankId: 'o' }, cents: 1 }),
};

describe('a line is of the payment that it names', () => {
  const reference = { entity: '24000', reference: '012345678' };

  test.each<[what: string, ids: BankLine['ids'], ours?: Partial<OurMovement>]>([
    ['by the bank’s id', { bankId: 's2a' }],
    ['by the bank’s id with what programs add', { bankId: "'\u200Bs2a\u00A0" }],
    [
      'by ifthenpay’s order id',
      { bankId: 'unknown', merchantTransactionId: 'w0123456789abcd' },
      { bankId: 'w0123456789abcd' },
    ],
    ['by SIBS’s checkout id, which has ours', { merchantTransactionId: '0123456789abcdefghjkmnpq-12345' }],
    ['with the dash of a word processor', { merchantTransactionId: '0123456789abcdefghjkmnpq–12345' }],
    ['by our transaction id', { merchantTransactionId: 'tx_0123456789abcdefghjkmnpq' }],
    ['by the id of a number that became one', { bankId: '778899.0' }, { bankId: '00778899' }],
    ['by its reference in its entity', reference, reference],
    ['by a reference without its zero', { entity: '24000', reference: '12345678' }, reference],
    ['by a reference with decimals', { entity: '24000.0', reference: '12345678,00' }, reference],
    ['by a reference in groups', { entity: '24 000', reference: '012\u202F345 678' }, reference],
    ['by a reference with points', { entity: '24000', reference: '012.345.678' }, reference],
    ['by a reference as text', { entity: '="24000"', reference: "'012345678" }, reference],
    ['by a reference without an entity', { reference: '012345678' }, reference],
    ['by a reference where the list has the method', { entity: 'MB', reference: '012345678' }, reference],
  ])('%s', (_, ids, ours = {}) => {
    expect(results([our(ours)], [line({ ids })])).toEqual(['matched 1000 1000']);
  });

  test('a reference of another entity, and a part of an id, are not it', () => {
    for (const ids of [
      { ...reference, entity: '11249' },
      { ...reference, entity: 'MBWAY' },
      { bankId: 's2' },
      { bankId: 'S2A' },
      { reference: '12345679' },
    ]) {
      expect(results([our(reference)], [line({ ids })])).toEqual(['ours-only 1000 –', 'theirs-only – 1000']);
    }
  });

  test('a return is named by its own id, with more after a dot or not', () => {
    const returned = our({ kind: 'returned', operationId: 'r9.internal-1' });
    for (const bankId of ['r9', 'r9.internal-1', 's2a']) {
      expect(results([returned], [line({ direction: 'out', ids: { bankId } })])).toEqual(['matched 1000 1000']);
    }
  });

  test('a line that names two is listed as ambiguous, and compared with neither', () => {
    const second = our({ transactionId: 'tx_2', bankId: 's2b', ...reference });
    const expected = ['ours-only 1000 –', 'ours-only 1000 –', 'theirs-only – 1000 ambiguous'];
    expect(results([our(), second], [line({ ids: { bankId: 's2a', ...reference } })])).toEqual(expected);
    expect(results([our(reference), second], [line({ ids: reference })])).toEqual(expected);
    // An id says which.
    expect(results([our(reference), second], [line({ ids: { bankId: 's2a', ...reference } })])).toEqual([
      ...['ours-only 1000 –', 'matched 1000 1000'],
    ]);
  });
});

describe('the five results', () => {
  test('of equal amounts each is the other’s once', () => {
    const paidTwice = [our(), our({ kind: 'other' })];
    expect(results(paidTwice, [line(), line()])).toEqual(['matched 1000 1000', 'matched 1000 1000']);
    expect(results(paidTwice, [line()])).toEqual(['ours-only 1000 –', 'matched 1000 1000']);
    expect(results([our()], [line(), line()])).toEqual(['theirs-only – 1000', 'matched 1000 1000']);
  });

  test('no cent of tolerance: the only two that are left differ, of more each is listed', () => {
    expect(results([our()], [line({ cents: 1_001 })])).toEqual(['amount-differs 1000 1001']);
    expect(results([our(), our({ cents: 500 })], [line(), line({ cents: 501 })])).toEqual([
      ...['amount-differs 500 501', 'matched 1000 1000'],
    ]);
    expect(results([our(), our({ cents: 500 })], [line({ cents: 1_500 })])).toEqual([
      ...['ours-only 1000 –', 'ours-only 500 –', 'theirs-only – 1500'],
    ]);
    expect(results([our({ kind: 'returned', cents: null })], [line({ direction: 'out' })])).toEqual([
      'amount-differs – 1000',
    ]);
  });

  test('received and returned never agree', () => {
    expect(results([our()], [line({ direction: 'out' })])).toEqual(['ours-only 1000 –', 'theirs-only – 1000']);
    expect(results([our({ kind: 'returned' })], [line()])).toEqual(['ours-only 1000 –', 'theirs-only – 1000']);
  });

  test('another day is a result of its own, by Lisbon’s midnight', () => {
    const late = our({ atMs: Date.parse('2026-07-20T23:30:00Z') });
    expect(results([late], [line({ day: '2026-07-21' })])).toEqual(['matched 1000 1000']);
    expect(results([late], [line({ day: '2026-07-20' })])).toEqual(['other-day 1000 1000']);
    // The one of the same day first, whatever the order of the file.
    const two = [line({ day: '2026-11-21' }), line()];
    expect(results([our()], two)).toEqual(['theirs-only – 1000', 'matched 1000 1000']);
  });

  test('of the days beside the file only what it names is compared', () => {
    const before = our({ atMs: Date.parse('2026-11-19T12:00:00Z') });
    expect(results([before, other.ours], [other.line])).toEqual(['matched 1 1']);
    expect(results([before, other.ours], [line(), other.line])).toEqual(['other-day 1000 1000', 'matched 1 1']);
    expect(results([our(), other.ours], [other.line])).toEqual(['ours-only 1000 –', 'matched 1 1']);
  });
});

test('in any order each movement and each line is in one result, and equal sides agree', () => {
  const movement = fc.record({
    of: fc.integer({ min: 1, max: 3 }),
    cents: fc.constantFrom(500, 1_000, 1_500),
    isReturned: fc.boolean(),
  });
  const side = fc.array(movement, { maxLength: 8 });
  type Sample = { of: number; cents: number; isReturned: boolean };
  const ours = ({ of, cents, isReturned }: Sample) => {
    return our({ transactionId: `tx_${of}`, bankId: `s${of}`, cents, kind: isReturned ? 'returned' : 'other' });
  };
  const theirs = ({ of, cents, isReturned }: Sample) => {
    return line({ ids: { bankId: `s${of}` }, cents, direction: isReturned ? 'out' : 'in' });
  };
  const nameOf = ({ of, cents, isReturned }: Sample) => `${of} ${cents} ${isReturned}`;
  const property = fc.property(side, side, fc.boolean(), (left, right, isSame) => {
    const [mine, bank] = [[...left, { of: 9, cents: 1, isReturned: false }], isSame ? [...left].reverse() : right];
    const rows = [...bank, { of: 9, cents: 1, isReturned: false }];
    const found = compare({ ours: mine.map(ours), lines: rows.map(theirs) });
    expect(found.flatMap((each) => each.ours ?? [])).toHaveLength(mine.length);
    expect(found.flatMap((each) => each.line ?? [])).toHaveLength(rows.length);
    // Counted apart: what both sides have of each transaction, direction and amount.
    const count = (all: Sample[], name: string) => all.filter((each) => nameOf(each) === name).length;
    const common = [...new Set(mine.map(nameOf))].reduce(
      (sum, name) => sum + Math.min(count(mine, name), count(rows, name)),
      0,
    );
    expect(found.filter(({ result }) => result === 'matched')).toHaveLength(common);
    if (isSame) expect(new Set(found.map(({ result }) => result))).toEqual(new Set(['matched']));
  });
  fc.assert(property);
});
