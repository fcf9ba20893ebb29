import type { BankAttempt, Settlement, Transaction } from '../../functions/payments/transaction.ts';
import { HOUR_MS } from '../../functions/runtime/durations.ts';
import { NOW_MS } from './banks/scripted-sibs.ts';
import { settlementWith } from './webhook-records.ts';

export const TRANSACTION_ID = 'tx_0123456789abcdefghjkmnpq';

/** A transaction as init left it an hour before `NOW_MS`, with the given changes. */
export function transactionWith(fields: Partial<Transaction> = {}): Transaction {
  return {
    transactionId: TRANSACTION_ID,
    merchantId: 'mer_a',
    externalOrderId: 'ORDER-1',
    amountCents: 1_000,
    status: 'pending',
    createdAt: NOW_MS - HOUR_MS,
    paymentMethod: null,
    bankAccount: 'main',
    attempts: [],
    settlements: [],
    dueAt: NOW_MS + 300_000,
    ...fields,
  };
}

/** A push, live since `NOW_MS`. */
export function attemptWith(fields: Partial<BankAttempt> = {}): BankAttempt {
  return {
    method: 'MBWAY',
    bankId: 'bank-0',
    state: 'live',
    startedAt: NOW_MS,
    endsAt: NOW_MS + 240_000,
    phoneHash: 'hash-a',
    phoneLast3: '678',
    ...fields,
  };
}

/** Identifies the first start of a transaction for the table's writes. */
export function keyOf({ attempts }: Pick<Transaction, 'attempts'>): { index: number; bankId: string } {
  return { index: 0, bankId: attempts[0]?.bankId ?? 'none' };
}

/** A settlement into `failed` at `NOW_MS` whose delivery has not begun. */
export const failedSettlement = (fields: Partial<Settlement> = {}) =>
  settlementWith({
    ...{ eventId: 'evt_failed', status: 'failed', cause: 'bank-refused', settledAt: NOW_MS, paidAt: null, ...fields },
  });
