import type { PaymentMethod } from '../../banking/bank.ts';
import { amountOf } from '../../payments/amount.ts';
import type { Delivery, DeliveryState, Transaction } from '../../payments/transaction.ts';
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
  currency: 'EUR';
  createdAt: string;
  paidAt: string | null;
  /** When the newest status change was recorded; null while there is none. */
  recordedAt: string | null;
  /**
   * What the bank has reported as refunded of the payment (`of` its amount) and of money received beyond it (`excess`),
   * in EUR; null while nothing. `euros` is null where it reported a refund without a readable amount.
   */
  refunded: { euros: number | null; of: number; excess: number } | null;
  /** Of the newest event (§6.4), its attempts those of this series; null while there is none. */
  delivery: { state: DeliveryState; event: EventKind; series: number; attempts: number } | null;
}

export function rowOf(transaction: Transaction): TransactionRow {
  const { transactionId, merchantId, externalOrderId, status, paymentMethod, amountCents } = transaction;
  const newest = transaction.settlements.at(-1);
  return {
    ...{ transactionId, merchantId, externalOrderId, status, paymentMethod },
    amount: amountOf(amountCents),
    currency: 'EUR',
    createdAt: isoTime(transaction.createdAt),
    paidAt: transaction.paidAt === undefined ? null : isoTime(transaction.paidAt),
    recordedAt: newest ? isoTime(newest.settledAt) : null,
    refunded: refundedOf(transaction),
    delivery: newest ? deliveryOf(newest.delivery, eventKind(transaction, newest)) : null,
  };
}

function deliveryOf({ state, series, done }: Delivery, event: EventKind): TransactionRow['delivery'] {
  return { state, event, series, attempts: done };
}

function refundedOf({ refunds, amountCents }: Transaction): TransactionRow['refunded'] {
  if (!refunds) return null;
  const { cents, withoutSum, excessCents = 0 } = refunds;
  return {
    euros: withoutSum === undefined ? amountOf(cents) : null,
    of: amountOf(amountCents),
    excess: amountOf(excessCents),
  };
}

export function isWanted(transaction: Transaction, filters: TransactionFilters): boolean {
  const { statuses, methods, deliveries, refunds: wantedRefunds, minAmount = 0, maxAmount = Infinity } = filters;
  const { status, paymentMethod, amountCents, settlements, refunds } = transaction;
  return (
    (statuses?.includes(status) ?? true) &&
    (methods?.includes(paymentMethod ?? 'none') ?? true) &&
    (deliveries?.includes(settlements.at(-1)?.delivery.state ?? 'none') ?? true) &&
    (wantedRefunds?.includes(refunds ? 'refunded' : 'none') ?? true) &&
    amountCents >= minAmount &&
    amountCents <= maxAmount
  );
}
