import type { PaymentMethod } from '../../banking/bank.ts';
import { amountOf, amountOrNull } from '../../payments/amount.ts';
import { type DeliveryState, paidBankId, type Transaction } from '../../payments/transaction.ts';
import type { Status } from '../../payments/transitions.ts';
import { isoTime } from '../../runtime/clock.ts';
import { eventKind } from '../../webhooks/event.ts';
import type { EventKind } from '../../webhooks/event-kind.ts';
import type { TransactionFilters } from './transactions-input.ts';

/** A transaction as a list shows it: amounts in EUR, times in ISO 8601 UTC. */
export interface TransactionRow {
  transactionId: string;
  merchantId: string;
  externalOrderId: string;
  status: Status;
  paymentMethod: PaymentMethod | null;
  amount: number;
  /** What the paying movement brought; null while unpaid. */
  received: number | null;
  createdAt: string;
  paidAt: string | null;
  /** When the newest status change was recorded; null while there is none. */
  recordedAt: string | null;
  bankAccount: string;
  /** The bank's id of the start that was paid. */
  bankId: string | null;
  mb: { entity: string; reference: string; expiresAt: string } | null;
  delivery: RowDelivery | null;
}

/** Of the newest event (§6.4.3), its attempts those since the last resend. */
export interface RowDelivery {
  state: DeliveryState;
  event: EventKind;
  eventId: string;
  resends: number;
  attempts: number;
  nextAttemptAt: string | null;
}

export function rowOf(transaction: Transaction): TransactionRow {
  const { transactionId, merchantId, externalOrderId, status, paymentMethod, amountCents, receivedCents } = transaction;
  const { bankAccount, mb } = transaction;
  const newest = transaction.settlements.at(-1);
  return {
    ...{ transactionId, merchantId, externalOrderId, status, paymentMethod, bankAccount },
    amount: amountOf(amountCents),
    received: amountOrNull(receivedCents),
    createdAt: isoTime(transaction.createdAt),
    paidAt: transaction.paidAt === undefined ? null : isoTime(transaction.paidAt),
    recordedAt: newest ? isoTime(newest.settledAt) : null,
    bankId: paidBankId(transaction),
    mb: mb ? { ...mb, expiresAt: isoTime(mb.expiresAt) } : null,
    delivery: deliveryOf(transaction),
  };
}

function deliveryOf(transaction: Transaction): RowDelivery | null {
  const newest = transaction.settlements.at(-1);
  if (!newest) return null;
  const { eventId, delivery } = newest;
  const { state, resends, done: attempts, nextAttemptAt } = delivery;
  return {
    ...{ state, event: eventKind(transaction, newest), eventId, resends, attempts },
    nextAttemptAt: nextAttemptAt === undefined ? null : isoTime(nextAttemptAt),
  };
}

export function isWanted(transaction: Transaction, filters: TransactionFilters): boolean {
  const { statuses, methods, deliveries, amount = transaction.amountCents } = filters;
  const { status, paymentMethod, amountCents, settlements } = transaction;
  return (
    (statuses?.includes(status) ?? true) &&
    (methods?.includes(paymentMethod ?? 'none') ?? true) &&
    (deliveries?.includes(settlements.at(-1)?.delivery.state ?? 'none') ?? true) &&
    amountCents === amount
  );
}
