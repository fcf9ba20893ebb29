import type { Checkout } from '../payments/checkout-item.ts';
import { refusal } from './refusal.ts';
import type { StatusCode } from './wire.ts';

export interface CheckoutStatus {
  paymentStatus: Checkout['paymentStatus'];
  statusCode: StatusCode;
  statusDescription?: string | undefined;
}

/** Whether the payment has not ended. */
export function isLive({ paymentStatus }: CheckoutStatus): boolean {
  return paymentStatus === 'Pending' || paymentStatus === 'InProcessing';
}

/**
 * The status of a payment at `nowMs`. A started payment that is not settled by its end has the status Timeout from
 * then on, also before the action that stores it has run.
 */
export function statusAt(checkout: Checkout, nowMs: number): CheckoutStatus {
  const { paymentStatus, statusCode, statusDescription, endsAtMs } = checkout;
  if (!isLive(checkout) || endsAtMs === undefined || nowMs < endsAtMs) {
    // A late payment after a decline replaces the decline's description.
    return { paymentStatus, statusCode, ...(paymentStatus === 'Declined' ? { statusDescription } : {}) };
  }
  return { paymentStatus: 'Timeout', statusCode: checkout.method === 'REFERENCE' ? 'E0612' : '000' };
}

/** The status that an inquiry answers, which may lag behind the payment's end. */
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
 * The write's condition catches a parallel start.
 */
export function assertStartable(checkout: Checkout, method: 'MBWAY' | 'REFERENCE', nowMs: number): void {
  if (!checkout.methods.includes(method)) throw refusal('method-not-offered');
  if (checkout.startedAtMs !== undefined) throw refusal('already-started');
  if (nowMs >= checkout.expiresAtMs) throw refusal('expired');
}
