import { amountOf } from '../../../payments/amount.ts';
import type { BankAttempt, Settlement, Transaction } from '../../../payments/transaction.ts';
import { isoTime } from '../../../runtime/clock.ts';
import type { Dated } from './entry.ts';

/** What happened between the merchant, the bank and us. */
export function bankEntries(transaction: Transaction): Dated[] {
  const { createdAt, amountCents, externalOrderId, bankAccount, attempts, settlements } = transaction;
  return [
    { atMs: createdAt, kind: 'created', amount: amountOf(amountCents), externalOrderId, bankAccount },
    ...attempts.map((attempt, index) => attemptEntry(transaction, attempt, index)),
    ...settlements.map((settlement, index) => settledEntry(transaction, settlement, index)),
  ];
}

function attemptEntry({ attempts, mb, paidBy }: Transaction, attempt: BankAttempt, index: number): Dated {
  const { method, state, bankId, startedAt, endsAt, phoneLast3 = null } = attempt;
  const isOfReference = mb !== undefined && method === 'REFERENCE' && index === lastReference(attempts);
  return {
    atMs: startedAt,
    kind: 'bank-attempt',
    number: index + 1,
    ...{ method, state, bankId, phoneLast3 },
    endsAt: isoTime(endsAt),
    reference: isOfReference ? { entity: mb.entity, reference: mb.reference, expiresAt: isoTime(mb.expiresAt) } : null,
    isPaid: index === paidBy,
  };
}

/** One reference is issued at most, and nothing of its method is started after it. */
function lastReference(attempts: readonly BankAttempt[]): number {
  return attempts.findLastIndex(({ method }) => method === 'REFERENCE');
}

function settledEntry({ paidAtIsOurs }: Transaction, settlement: Settlement, index: number): Dated {
  const { cause, settledAt, paymentMethod: method, paidAt } = settlement;
  // Only a test event has none, and no timeline.
  if (cause === undefined) throw new Error('timeline: a settlement without its cause');
  return {
    atMs: settledAt,
    kind: 'settled',
    cause,
    method,
    paidAt: paidAt === null ? null : isoTime(paidAt),
    paidAtIsOurs: paidAt !== null && paidAtIsOurs === true,
    isLate: index > 0 && cause === 'bank-confirmed',
  };
}
