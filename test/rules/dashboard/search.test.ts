import { describe, expect, test } from 'vitest';
import {
  addDays,
  daysIn,
  eachDay,
  presetDays,
  presetOf,
  today,
  untilToday,
} from '../../../dashboard/src/period/days.ts';
import { dayInField, dayTyped } from '../../../dashboard/src/period/typed-day.ts';
import {
  amountTyped,
  exactHit,
  inputOf,
  periodOf,
  queryOf,
  type Search,
  searchOf,
} from '../../../dashboard/src/transactions/list/search.ts';
import { pathOfText } from '../../../dashboard/src/transactions/list/search-text.ts';
import type { TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';

const NOW_MS = Date.parse('2026-11-21T10:00:00Z');

function search(query: string): Search {
  return searchOf(new URLSearchParams(query), NOW_MS);
}

describe('days', () => {
  test('today is the day in Lisbon: in summer it begins at 23:00 UTC', () => {
    expect(today(Date.parse('2026-07-01T23:30:00Z'))).toBe('2026-07-02');
    expect(today(Date.parse('2026-11-21T23:30:00Z'))).toBe('2026-11-21');
  });

  test('days are added by the calendar, also over clock changes', () => {
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
    expect(addDays('2026-03-29', -1)).toBe('2026-03-28');
    expect(eachDay({ from: '2026-02-27', to: '2026-03-02' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });

  test('the last 7 days are today and six before it', () => {
    expect(presetDays('week', '2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(presetDays('this-month', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  });

  test.each([
    ['2026-11-21', '2026-10-01', '2026-10-31'],
    ['2026-03-31', '2026-02-01', '2026-02-28'],
    ['2028-03-01', '2028-02-01', '2028-02-29'],
    ['2027-01-01', '2026-12-01', '2026-12-31'],
  ])('on %s the last month is %s to %s', (now, from, to) => {
    expect(presetDays('last-month', now)).toEqual({ from, to });
    expect(presetOf({ from, to }, now)).toBe('last-month');
  });
});

describe('a typed day', () => {
  test.each([
    ['01/11/2026', '2026-11-01'],
    [' 30/11/2026\t', '2026-11-30'],
    ['1/2/2026', '2026-02-01'],
    ['04-12-2026', '2026-12-04'],
    ['4.12.2026', '2026-12-04'],
    ['01/11/26', '2026-11-01'],
    ['29/02/2028', '2028-02-29'],
    ['2026-11-01', '2026-11-01'],
    ['2026/11/1', '2026-11-01'],
  ])('in Portuguese “%s” is %s, and what the field then shows is the same day', (typed, day) => {
    expect(dayTyped(typed, 'pt-PT')).toBe(day);
    expect(dayTyped(dayInField(day, 'pt-PT'), 'pt-PT')).toBe(day);
  });

  test.each([
    ...['', '29/02/2026', '29/02', '31/11/2026', '11/31/2026', '32/01/2026', '00/11/2026', '01/11/226', '01/11/20266'],
    ...['1999-11-01', '01/11/1926', '26-11-01', '01/11-2026', '01112026', '20261101', '01/11/2026 10:00', 'ontem'],
    ...['٠١/١١/٢٠٢٦', '-1/11/2026', '01/11/2026;', '2026-02-29'],
  ])('“%s” is no day in any language', (typed) => {
    expect(dayTyped(typed, 'pt-PT')).toBeUndefined();
    expect(dayTyped(typed, 'en-GB')).toBeUndefined();
  });

  test('in English is ISO, and no other day where it is written as in Portuguese', () => {
    expect(dayTyped('2026-11-01', 'en-GB')).toBe('2026-11-01');
    expect(dayTyped('01/11/2026', 'en-GB')).toBeUndefined();
    expect([dayInField('2026-11-01', 'en-GB'), dayInField('2026-11-01', 'pt-PT')]).toEqual([
      '2026-11-01',
      '01/11/2026',
    ]);
  });
});

describe('a period in the address', () => {
  const read = (query: string) => daysIn(new URLSearchParams(query), '2026-11-25');

  test.each([
    ['from=2026-11-01&to=2026-11-31', 'no-day'],
    ['from=01%2F11%2F2026&to=30%2F11%2F2026', 'no-day'],
    ['from=2026-11-01', 'no-day'],
    ['from=&to=', 'no-day'],
    ['from=2026-11-20&to=2026-11-19', 'reversed'],
    ['from=2026-11-26&to=2026-11-30', 'ahead'],
    ['from=2026-11-30&to=2026-11-26', 'ahead'],
  ])('%s is none: %s', (query, problem) => {
    expect(read(query)).toEqual({ problem });
  });

  test('may end after today, and is counted until then', () => {
    const days = { from: '2026-11-25', to: '2026-12-31' };
    expect(read('from=2026-11-25&to=2026-12-31')).toEqual({ days });
    expect(untilToday(days, '2026-11-25')).toEqual({ from: '2026-11-25', to: '2026-11-25' });
    expect(read('status=paid')).toEqual({});
  });
});

describe('a search in the address bar', () => {
  test('without parameters it is the last 7 days by creation', () => {
    expect(inputOf(search(''))).toEqual({
      find: { period: { by: 'created', from: '2026-11-15', to: '2026-11-21' } },
      filters: {},
    });
  });

  test.each([
    'by=paid&from=2026-11-01&to=2026-11-20&status=paid%2Cfailed&method=MBWAY&delivery=skipped%2Cnone&' +
      'min=10%2C5&max=20&merchant=mer_1',
    'order=A%26B+1',
    'id=tx_abc',
    'order=',
  ])('is the same when it is written and read again: %s', (query) => {
    expect(queryOf(search(query))).toBe(query);
    expect(search(queryOf(search(query)))).toEqual(search(query));
  });

  test.each(['order=%00', `order=${'A'.repeat(101)}`, 'order=%0A1'])(
    'asks nothing for what is no order id: %s',
    (query) => {
      expect(inputOf(search(query))).toBeUndefined();
    },
  );

  test('keeps the spaces of an order id, and trims a transaction id', () => {
    expect(inputOf(search('order=%20A%20'))?.find).toEqual({ orderId: ' A ', match: 'prefix' });
    expect(inputOf(search('id=%20tx_a%20'))?.find).toEqual({ transactionId: 'tx_a' });
  });

  test.each([
    [' tx_abc ', 'id=tx_abc'],
    [' ORDER 1 ', 'order=ORDER+1'],
    ['123456789', 'order=123456789'],
    ['123 456 789', 'order=123+456+789'],
    ['12345 123 456 789', 'reference=12345+123+456+789'],
    ['12345123456789', 'reference=12345123456789'],
    ['A12345123456789', 'order=A12345123456789'],
  ])('finds what a text typed in the header means: “%s”', (text, query) => {
    expect(pathOfText(text)).toBe(`/transactions?${query}`);
    expect(queryOf(search(query))).toBe(query);
  });

  test('reads an entity with its reference, however it is spaced', () => {
    const find = { entity: '12345', reference: '123456789' };
    for (const text of ['12345 123 456 789', '12345-123456789', ' 12345123456789', 'Ent.: 12345 Ref.: 123 456 789'])
      expect(inputOf(search(`reference=${encodeURIComponent(text)}`))?.find).toEqual(find);
    // The merchant knows its entity.
    expect(inputOf(search('reference=123+456+789'))?.find).toEqual({ reference: '123456789' });
    expect(inputOf(search('reference=12345678'))).toBeUndefined();
    expect(pathOfText('  ')).toBeUndefined();
  });

  test.each<[query: string, found: string[], hit: string | undefined]>([
    ['order=A-1', ['A-1'], 'tx_0'],
    ['order=A-1', ['A-10', 'A-1', 'A-11'], 'tx_1'],
    ['order=A-1', ['A-1', 'A-1'], undefined],
    ['order=A', ['A-1'], undefined],
    ['order=A', [], undefined],
    // By their reference, beside an order of that name or without one.
    ['order=123456789', ['B'], 'tx_0'],
    ['order=123+456+789', ['B'], 'tx_0'],
    ['order=123456789', ['123456789', 'B'], undefined],
    ['reference=12345+123456789', ['B'], 'tx_0'],
    ['id=tx_0', ['B'], 'tx_0'],
    ['', ['B'], undefined],
  ])('has one exact hit or none: %s of %j', (query, found, hit) => {
    const rows = found.map((externalOrderId, at) => ({ externalOrderId, transactionId: `tx_${at}` }) as TransactionRow);
    expect(exactHit(search(query), rows)).toBe(hit);
  });

  test('without an id makes no call, and without a period has nothing to export', () => {
    expect(inputOf(search('id='))).toBeUndefined();
    expect(inputOf(search('id=%20'))).toBeUndefined();
    expect(periodOf(search('order=A'))).toBeUndefined();
  });

  test('reads amounts in Portuguese format', () => {
    expect(amountTyped('1.234,50')).toEqual({ ok: true, euros: 1234.5 });
    expect(amountTyped(' ')).toEqual({ ok: true, euros: undefined });
    expect(amountTyped('-1')).toEqual({ ok: false, problem: 'negative' });
    expect(amountTyped('1.234')).toEqual({ ok: false, problem: 'not-an-amount' });
    expect(inputOf(search('min=10,5&max=x'))?.filters).toEqual({ minAmount: 10.5 });
  });
});
