import { describe, expect, test } from 'vitest';
import {
  type AboutPayment,
  differenceCents,
  outcomeSums,
} from '../../../functions/payments/exceptions/exception-sums.ts';

type Closed = Parameters<typeof outcomeSums>[0][number];

/** An exception of one transaction of 100.00, closed as refunded. */
function closed(kind: AboutPayment['kind'], receivedCents: number, more: Partial<Closed> = {}): Closed {
  const bankId = more.bankId ?? 'b1';
  const exceptionId = `${kind}#${bankId}#${receivedCents}`;
  return {
    kind,
    transactionId: 'tx_1',
    bankId,
    exceptionId,
    outcome: 'refunded',
    receivedCents,
    cents: receivedCents,
    ...more,
  };
}

const sumsOf = (...all: Closed[]) =>
  outcomeSums(all).map(({ outcome, cents, centsElsewhere }) => [outcome, cents, centsElsewhere]);

describe('the amounts of closed exceptions', () => {
  test('of one payment that was late, overpaid and second for its order count once, at the first outcome', () => {
    const all = [closed('late', 11_000), closed('overpaid', 11_000), closed('order-paid-twice', 11_000)];
    expect(sumsOf(...all)).toEqual([['refunded', 11_000, 0]]);
    expect(sumsOf(closed('late', 11_000), closed('overpaid', 11_000, { outcome: 'kept' }))).toEqual([
      ['refunded', 11_000, 0],
      ['kept', 0, 11_000],
    ]);
  });

  test('of an overpayment count in full where another movement paid, on the same start or another', () => {
    expect(sumsOf(closed('late', 10_000), closed('overpaid', 11_000))).toEqual([['refunded', 21_000, 0]]);
    expect(sumsOf(closed('late', 11_000), closed('overpaid', 11_000, { bankId: 'b2' }))).toEqual([
      ['refunded', 22_000, 0],
    ]);
    expect(sumsOf(closed('order-paid-twice', 10_000), closed('overpaid', 11_000, { outcome: 'kept' }))).toEqual([
      ['refunded', 10_000, 0],
      ['kept', 11_000, 0],
    ]);
  });

  test('of a payment whose excess was refunded and whose rest was kept add up to the payment', () => {
    const excess = closed('overpaid', 11_000, { cents: 1_000 });
    expect(sumsOf(excess, closed('late', 11_000, { outcome: 'kept' }))).toEqual([
      ['refunded', 1_000, 0],
      ['kept', 10_000, 1_000],
    ]);
  });

  test('of one movement with several amounts count once, the greatest, in any order', () => {
    const unclear = (cents: number, more: Partial<Closed> = {}) =>
      closed('unclear-payment', cents, { operationId: 'S1', ...more });
    expect(sumsOf(unclear(300), unclear(400))).toEqual([['refunded', 400, 0]]);
    expect(sumsOf(unclear(400), unclear(300))).toEqual([['refunded', 400, 0]]);
    expect(sumsOf(unclear(300), unclear(400), closed('paid-twice', 350, { operationId: 'S1' }))).toEqual([
      ['refunded', 400, 0],
    ]);
    expect(sumsOf(unclear(300), unclear(400, { operationId: 'S2' }))).toEqual([['refunded', 700, 0]]);
    expect(sumsOf(unclear(400), unclear(300, { outcome: 'kept' }))).toEqual([
      ['refunded', 400, 0],
      ['kept', 0, 300],
    ]);
  });

  test('of a payment count no more at a later outcome than its greatest sum before', () => {
    const parts = [closed('late', 11_000), closed('overpaid', 11_000, { cents: 1_000 })];
    expect(sumsOf(...parts, closed('order-paid-twice', 11_000, { outcome: 'kept' }))).toEqual([
      ['refunded', 11_000, 0],
      ['kept', 0, 11_000],
    ]);
  });

  test('of two overpaid movements count twice', () => {
    expect(sumsOf(closed('overpaid', 11_000), closed('overpaid', 12_000))).toEqual([['refunded', 23_000, 0]]);
  });
});

describe('the difference of an exception from what was due', () => {
  const about = { bankId: 'b1', expectedCents: 10_000, operationId: 'S1' };
  const paidWith = (bankId: string, paidCents: number) => ({
    ...{ status: 'paid' as const, paidBy: 0, paidCents },
    attempts: [{ bankId, method: 'REFERENCE' as const, startedAt: 0 }],
  });

  test.each([
    ['overpaid', 10_100, paidWith('b1', 10_100), 100],
    ['overpaid', 10_100, paidWith('b2', 10_100), 10_100],
    ['overpaid', 10_100, paidWith('b1', 10_200), 10_100],
    ['overpaid', 10_100, undefined, 10_100],
    ['underpaid', 9_000, undefined, -1_000],
    ['underpaid', 9_000, paidWith('b1', 10_000), 9_000],
    ['late', 10_000, paidWith('b1', 10_000), 0],
    ['late', 10_100, paidWith('b1', 10_100), 100],
    ['paid-twice', 10_000, paidWith('b1', 10_000), 10_000],
    ['underpaid', 9_000, { ...paidWith('b1', 10_000), paidOperation: 'S1' }, 0],
    ['underpaid', 9_000, { ...paidWith('b1', 10_000), paidOperation: 'S2' }, 9_000],
    ['bank-undecided', null, undefined, null],
  ] as const)('of %s with %s cents', (kind, receivedCents, transaction, expected) => {
    expect(differenceCents({ ...about, kind, receivedCents }, transaction as never)).toBe(expected);
  });
});
