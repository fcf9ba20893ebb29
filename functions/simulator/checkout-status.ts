import type { Checkout } from './checkout-item.ts';
import type { StatusCode } from './wire.ts';

export interface CheckoutStatus {
  paymentStatus: Checkout['paymentStatus'];
  statusCode: StatusCode;
}

/**
 * Where a payment is at `nowMs`. A started payment that nobody has settled by its end is a Timeout from that very
 * moment, whether or not the action that writes it down has run.
 */
export function statusAt(checkout: Checkout, nowMs: number): CheckoutStatus {
  const { paymentStatus, statusCode, endsAtMs } = checkout;
  if (paymentStatus !== 'Pending' || endsAtMs === undefined || nowMs < endsAtMs) return { paymentStatus, statusCode };
  return { paymentStatus: 'Timeout', statusCode: checkout.method === 'REFERENCE' ? 'E0612' : '000' };
}

const REFERENCE_STATUSES = { Pending: 'UNPAID', Success: 'PAID', Declined: 'EXPIRED', Timeout: 'EXPIRED' } as const;

/** SIBS's `paymentReference.status`. */
export function referenceStatus(paymentStatus: Checkout['paymentStatus']): 'UNPAID' | 'PAID' | 'EXPIRED' {
  return REFERENCE_STATUSES[paymentStatus];
}
