import { describe, expect, test } from 'vitest';
import { amountOnDay, cleaned, exactHit, findsOf } from '../../../../../dashboard/src/transactions/search/finds.ts';
import type { TransactionRow } from '../../../../../functions/dashboard/transactions/transactions-row.ts';

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
