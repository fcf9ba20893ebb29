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
import { filterCount, requestOf, withoutFilters } from '../../../dashboard/src/transactions/list/list-request.ts';
import { amountOnDay, cleaned, exactHit, findsOf } from '../../../dashboard/src/transactions/search/finds.ts';
import type { TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';

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

describe('the filters of a list in the address', () => {
  const DAYS = { from: '2026-11-01', to: '2026-11-20' };
  const request = (query: string) => requestOf(new URLSearchParams(query), DAYS);

  test('are none without parameters, or where a value is unknown', () => {
    const all = { period: { by: 'created', ...DAYS }, filters: {} };
    expect(request('')).toEqual(all);
    expect(request('by=lost&status=paid,failed&method=CARD&delivery=')).toEqual(all);
  });

  test('are one of each, and count', () => {
    const query = 'by=paid&status=paid&method=MBWAY&delivery=not_delivered,skipped&merchant=mer_1';
    expect(request(query)).toEqual({
      period: { by: 'paid', ...DAYS },
      filters: { statuses: ['paid'], methods: ['MBWAY'], deliveries: ['not_delivered', 'skipped'] },
      merchantId: 'mer_1',
    });
    expect([filterCount(request(query)), filterCount(request('by=paid&merchant=mer_1'))]).toEqual([3, 0]);
    expect(withoutFilters(new URLSearchParams(query))).toBe('by=paid&merchant=mer_1');
  });
});

describe('a text typed in the header', () => {
  test.each([
    ['\u200BORDER\u00AD-1\uFEFF\u2069', 'ORDER-1'],
    ['“ORDER\u20111” ', 'ORDER-1'],
    ['\u00A0«Ana’s 2\u20132»\t', 'Ana’s 2-2'],
    ['\u2003A\u00A0B', 'A B'],
    ['" ', ''],
  ])('loses what its source added: %j', (text, expected) => {
    expect(cleaned(text)).toBe(expected);
  });

  const orders = (...ids: string[]) => ids.map((orderId) => ({ orderId, match: 'prefix' }));

  test('is tried as an order id as typed, in capitals and in small letters, then as an id of the bank', () => {
    expect(findsOf('Order-é1')).toEqual([...orders('Order-é1', 'ORDER-É1', 'order-é1'), { bankId: 'Order-é1' }]);
    expect(findsOf('A-1')).toEqual([...orders('A-1', 'a-1'), { bankId: 'A-1' }]);
    expect(findsOf('42')).toEqual([...orders('42'), { bankId: '42' }]);
  });

  test.each([
    ['123456789', { reference: '123456789' }],
    ['123 456 789', { reference: '123456789' }],
    ['12345 123 456 789', { entity: '12345', reference: '123456789' }],
    ['12345-123456789', { entity: '12345', reference: '123456789' }],
    ['Ent.: 12345 Ref.: 123 456 789', { entity: '12345', reference: '123456789' }],
  ])('is first tried as a reference where it has its digits: %s', (text, reference) => {
    expect(findsOf(text).slice(0, 2)).toEqual([reference, ...orders(text)]);
  });

  test('is an id of ours by its prefix, and nothing where no order id can be like it', () => {
    expect(findsOf('tx_abc')).toEqual([{ transactionId: 'tx_abc' }]);
    for (const text of ['', 'A'.repeat(101), 'A\uD800']) expect(findsOf(text)).toEqual([]);
  });

  test.each([
    ['12,50 2026-11-20', 1_250, '2026-11-20'],
    ['12.50 20/11', 1_250, '2026-11-20'],
    ['€1.234,50 5/1', 123_450, '2026-01-05'],
    ['12 € 21/11/2025', 1_200, '2025-11-21'],
    // The last such day.
    ['0,01 22/11', 1, '2025-11-22'],
    ['7 29/2/2028', 700, '2028-02-29'],
  ])('is an amount with its day: %s', (text, cents, day) => {
    expect(amountOnDay(text, '2026-11-21')).toEqual({ cents, day });
  });

  test.each([
    '12,50',
    '20/11',
    '12,50 31/11',
    '1.234 20/11',
    '0 20/11',
    '-5 20/11',
    'A 20/11',
    '5 2026-13-01',
    '5 29/2',
  ])('is no amount with a day: %s', (text) => {
    expect(amountOnDay(text, '2026-11-21')).toBeUndefined();
  });

  test.each<[find: Parameters<typeof exactHit>[0], found: string[], hit: string | undefined]>([
    [{ orderId: 'A-1' }, ['A-1'], 'tx_0'],
    [{ orderId: 'A-1' }, ['A-10', 'A-1', 'A-11'], 'tx_1'],
    [{ orderId: 'A-1' }, ['A-1', 'A-1'], undefined],
    [{ orderId: 'A' }, ['A-1'], undefined],
    [{ orderId: 'A' }, [], undefined],
    [{ reference: '123456789' }, ['B'], 'tx_0'],
    [{ bankId: 'B' }, ['B', 'C'], undefined],
  ])('has one exact hit or none: %j of %j', (find, found, hit) => {
    const rows = found.map((externalOrderId, at) => ({ externalOrderId, transactionId: `tx_${at}` }) as TransactionRow);
    expect(exactHit(find, rows)).toBe(hit);
  });
});
