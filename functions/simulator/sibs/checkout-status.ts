import type { Checkout } from '../payments/checkout-item.ts';
import { refusal } from './refusal.ts';
import type { StatusCode } from './wire.ts';

export interface CheckoutStatus {
  paymentStatus: Checkout['paymentStatus'];
  statusCode: StatusCode;
  statusDescription?: string | undefined;
}

/** Nothing has ended the payment yet. */
export function isLive({ paymentStatus }: CheckoutStatus): boolean {
  return paymentStatus === 'Pending' || paymentStatus === 'InProcessing';
}

/**
 * Where a payment is at `nowMs`. A started payment that nobody has settled by its end is a Timeout from that very
 * moment, whether or not the action that writes it down has run.
 */
export function statusAt(checkout: Checkout, nowMs: number): CheckoutStatus {
  const { paymentStatus, statusCode, statusDescription, endsAtMs } = checkout;
  if (!isLive(checkout) || endsAtMs === undefined || nowMs < endsAtMs) {
    // Of a decline that money came after, nothing is left to describe.
    return { paymentStatus, statusCode, ...(paymentStatus === 'Declined' ? { statusDescription } : {}) };
  }
  return { paymentStatus: 'Timeout', statusCode: checkout.method === 'REFERENCE' ? 'E0612' : '000' };
}

/** What an inquiry says: where the payment is, unless the answer still lags behind its end. */
export function inquiredAt(checkout: Checkout, nowMs: number): CheckoutStatus {
  if (nowMs < (checkout.inquiryLagsUntilMs ?? 0)) return { paymentStatus: 'Pending', statusCode: '000' };
  return statusAt(checkout, nowMs);
}

const REFERENCE_STATUSES = {
  Pending: 'UNPAID',
  InProcessing: 'UNPAID',
  Success: 'PAID',
  Partial: 'UNPAID',
  Declined: 'EXPIRED',
  Timeout: 'EXPIRED',
} as const;

/** SIBS's `paymentReference.status`. */
export function referenceStatus(paymentStatus: Checkout['paymentStatus']): 'UNPAID' | 'PAID' | 'EXPIRED' {
  return REFERENCE_STATUSES[paymentStatus];
}

/**
 * Refuses to start a payment on a checkout that lacks the method, has started one already, or is past its end.
 * A start that another call makes in between is caught by the write's own condition.
 */
export function assertStartable(checkout: Checkout, method: 'MBWAY' | 'REFERENCE', nowMs: number): void {
  if (!checkout.methods.includes(method)) throw refusal('method-not-offered');
  if (checkout.startedAtMs !== undefined) throw refusal('already-started');
  if (nowMs >= checkout.expiresAtMs) throw refusal('expired');
}
