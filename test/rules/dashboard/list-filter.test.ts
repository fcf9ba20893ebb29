import { describe, expect, test } from 'vitest';
import { searchBy, tokensOf, unreadableBound } from '../../../dashboard/src/transactions/list/filter-tokens.ts';
import { queryOf, type Search, searchOf } from '../../../dashboard/src/transactions/list/search.ts';

const PERIOD = 'by=paid&from=2026-11-01&to=2026-11-20';

function search(filters: string): Search {
  return searchOf(new URLSearchParams(`${PERIOD}&${filters}`), Date.parse('2026-11-21T10:00:00Z'));
}

function addressBy(before: Search, tokens: Parameters<typeof searchBy>[1]): string {
  return queryOf(searchBy(before, tokens).search).replace(PERIOD, '').replace(/^&/, '');
}

describe('the filters of a list as tokens', () => {
  test.each([
    'status=paid%2Cfailed&method=MBWAY%2Cnone&delivery=not_delivered&min=10%2C5&max=1.234%2C50&merchant=mer_1',
    'status=paid',
    'max=20',
    '',
  ])('give the same address again: %s', (filters) => {
    const shared = search(filters);
    expect(addressBy(shared, tokensOf(shared))).toBe(filters);
  });

  test('are one for each property and operator', () => {
    expect(tokensOf(search('status=paid,failed&min=10,5&max=20'))).toEqual([
      { propertyKey: 'status', operator: '=', value: ['paid', 'failed'] },
      { propertyKey: 'amount', operator: '>=', value: '10,5' },
      { propertyKey: 'amount', operator: '<=', value: '20' },
    ]);
  });

  test('of one property are merged, and of two bounds the later one applies', () => {
    const tokens = [
      ...tokensOf(search('status=failed&min=1')),
      { propertyKey: 'status', operator: '=', value: ['paid', 'failed'] },
      { propertyKey: 'amount', operator: '>=', value: ' 5 ' },
    ];
    expect(addressBy(search('status=failed&min=1'), tokens)).toBe('status=paid%2Cfailed&min=5');
  });

  test('with an unknown name or value, or without a value, are ignored', () => {
    const tokens = [
      { propertyKey: 'status', operator: '=', value: ['lost'] },
      { propertyKey: 'method', operator: '=', value: [] },
      { propertyKey: 'amount', operator: '>=', value: null },
      { operator: ':', value: 'ORDER-1' },
    ];
    expect(searchBy(search('status=paid'), tokens)).toEqual({ search: search('') });
  });

  test('with a bound that is not an amount are refused, and the bound does not change', () => {
    const before = search('status=paid&min=10');
    const wrong = [
      { propertyKey: 'status', operator: '=', value: ['failed'] },
      { propertyKey: 'amount', operator: '>=', value: '1.500' },
    ];
    expect(searchBy(before, wrong)).toEqual({
      search: search('status=failed&min=10'),
      refused: { typed: '1.500', problem: 'not-an-amount' },
    });
    const negative = [{ propertyKey: 'amount', operator: '<=', value: '-1' }];
    expect(searchBy(before, negative).refused).toEqual({ typed: '-1', problem: 'negative' });
  });

  test('a bound in the address that is not an amount is reported', () => {
    expect(unreadableBound(search('min=10&max=x'))).toEqual({ typed: 'x', problem: 'not-an-amount' });
    expect(unreadableBound(search('min=10'))).toBeUndefined();
  });
});
