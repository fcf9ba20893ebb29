import type { PaymentMethod } from '../../banking/bank.ts';
import type { ExceptionKind } from '../../payments/exceptions/exception.ts';
import type { Status } from '../../payments/transitions.ts';

/** A refund that the bank reported. */
export interface OurRefund {
  /** The bank's own id of it, with that of the movement after a dot where it names one. */
  refundId: string;
  /** Null where the bank named no readable sum in EUR. */
  amountCents: number | null;
  atMs: number;
}

/**
 * Whether the bank's id in a file is that of this refund. Where the bank names the movement of money too, our id of the
 * refund has that after a dot, since several refunds may have one id; a file has the bank's own id alone.
 */
export function isRefundId({ refundId }: Pick<OurRefund, 'refundId'>, bankId: string | null): boolean {
  return bankId !== null && (refundId === bankId || refundId.startsWith(`${bankId}.`));
}

/** What a reconciliation needs of a transaction. Amounts in cents, times in milliseconds. */
export interface OurTransaction {
  transactionId: string;
  merchantId: string;
  externalOrderId: string;
  bankAccount: string;
  status: Status;
  method: PaymentMethod | null;
  amountCents: number;
  /** Null unless paid. */
  paidAtMs: number | null;
  /** The bank's id of the payment that was paid; null unless paid. */
  paidBankId: string | null;
  /** The bank's ids of every start, the paid one included. */
  bankIds: readonly string[];
  mb: { entity: string; reference: string } | null;
  refunds: readonly OurRefund[];
  /** Kinds of the open exceptions (decision D9). */
  openExceptions: readonly ExceptionKind[];
}

/** One line of the bank's settlement export. Amounts are never negative: `kind` is the direction. */
export interface BankLine {
  /** Its position in the file, from 1. */
  lineNumber: number;
  kind: 'payment' | 'refund';
  /** The Lisbon day on which the bank booked it. */
  day: string;
  /** Null where the file names the day alone. */
  atMs: number | null;
  bankId: string | null;
  /** As sent to the provider, and the transaction that it names, if any. */
  merchantTransactionId: string | null;
  transactionId: string | null;
  entity: string | null;
  reference: string | null;
  grossCents: number;
  feeCents: number | null;
  netCents: number | null;
}
