import { describe, expect, test } from 'vitest';
import { planOf } from '../../../../functions/payments/money/plan.ts';
import type { Received } from '../../../../functions/payments/money/received.ts';
import { attemptWith, transactionWith } from '../../../rig/transactions.ts';

const START = attemptWith();
const pending = transactionWith({ attempts: [START], liveAttempt: 0 });
const paid = transactionWith({
  ...{ attempts: [START], status: 'paid', paidBy: 0, paidOperation: 'S0', receivedCents: 1_000, paidAt: 0 },
});

/** What is written of the movements that the bank answers for a start, of 10.00 requested: `settle 1000`. */
function steps(transaction: typeof pending | undefined, answered: Received[], bankId = START.bankId): string[] {
  const plan = planOf({ transaction, exceptions: [], refunds: [] }, { bankId, answered });
  return plan.steps.map((step) => {
    if (step.kind === 'settle') return `settle ${step.received.cents}`;
    return step.kind === 'record' ? `${step.as} ${step.received.cents}` : step.kind;
  });
}
const movement = (cents: number, atMs = 0): Received => ({ cents, atMs });

describe('money of a start', () => {
  test.each<[string, typeof pending | undefined, Received[], string[]]>([
    ['of what was requested pays', pending, [movement(1_000)], ['settle 1000']],
    ['of more pays', pending, [movement(1_001)], ['settle 1001']],
    ['of a cent less does not', pending, [movement(999)], ['underpaid 999']],
    ['that the bank calls a part does not', pending, [{ ...movement(1_000), isPart: true }], ['underpaid 1000']],
    ['pays once', pending, [movement(1_000), movement(1_000)], ['paid-twice 1000', 'settle 1000']],
    [
      'pays by its first movement',
      pending,
      [movement(1_002, 9), movement(1_001, 1)],
      ['paid-twice 1002', 'settle 1001'],
    ],
    ['in parts does not add up', pending, [movement(400), movement(600)], ['underpaid 400', 'underpaid 600']],
    ['that is on record is nothing new', paid, [movement(1_000)], []],
    ['beside the payment came twice', paid, [movement(1_000), movement(1_000)], ['paid-twice 1000']],
    [
      'of a failed transaction pays late',
      transactionWith({ ...pending, status: 'failed' }),
      [movement(1_000)],
      ['settle 1000'],
    ],
    ['of no transaction is unknown', undefined, [movement(1_000)], ['unknown-payment 1000']],
  ])('%s', (_, transaction, answered, expected) => {
    expect(steps(transaction, answered)).toEqual(expected);
  });

  test('of a start that the transaction does not have pays nothing', () => {
    expect(steps(pending, [movement(1_000)], 'another-start')).toEqual(['unknown-payment 1000']);
  });
});
