import { describe, expect, test } from 'vitest';
import { addDays, eachDay, presetDays, presetOf, today } from '../../../dashboard/src/period/days.ts';
import { keepExport, lastExport } from '../../../dashboard/src/transactions/export/export-memory.ts';
import {
  amountTyped,
  exactHit,
  filterCount,
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

  test('a preset is recognised by its days', () => {
    expect(presetOf(presetDays('yesterday', '2026-11-21'), '2026-11-21')).toBe('yesterday');
    expect(presetOf({ from: '2026-11-01', to: '2026-11-03' }, '2026-11-21')).toBeUndefined();
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

  test('ignores unknown values, and days in the wrong order', () => {
    const odd = search('by=x&from=2026-11-20&to=2026-11-01&status=paid,lost&delivery=&method=mbway');
    expect(odd).toEqual({ ...search(''), statuses: ['paid'] });
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

  test('counts the active filters', () => {
    expect(filterCount(search(''))).toBe(0);
    expect(filterCount(search('status=paid,failed&min=1'))).toBe(2);
  });
});

describe('the memory of exports', () => {
  function memory(kept: Record<string, string> = {}) {
    return {
      getItem: (name: string) => kept[name] ?? null,
      setItem: (name: string, text: string) => {
        kept[name] = text;
      },
    };
  }

  test('has the time of the last export for each filter', () => {
    const browser = memory();
    keepExport(browser, 'a', '2026-11-20T10:00:00Z');
    keepExport(browser, 'b', '2026-11-20T11:00:00Z');
    keepExport(browser, 'a', '2026-11-20T12:00:00Z');
    expect(lastExport(browser, 'a')).toBe('2026-11-20T12:00:00Z');
    expect(lastExport(browser, 'b')).toBe('2026-11-20T11:00:00Z');
    expect(lastExport(browser, 'c')).toBeUndefined();
  });

  test('keeps the newest fifty', () => {
    const browser = memory();
    for (let index = 0; index < 51; index += 1) keepExport(browser, `filter ${index}`, 'then');
    expect(lastExport(browser, 'filter 0')).toBeUndefined();
    expect(lastExport(browser, 'filter 1')).toBe('then');
  });

  test('ignores damaged data, and a browser that cannot store', () => {
    const damaged = memory({ 'payment-service.exports': '{"x":' });
    expect(lastExport(damaged, 'a')).toBeUndefined();
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('quota');
      },
    };
    expect(() => keepExport(full, 'a', 'then')).not.toThrow();
  });
});
