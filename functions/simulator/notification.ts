import { isoTime } from '../runtime/clock.ts';
import type { Checkout } from './checkout-item.ts';
import type { CheckoutStatus } from './checkout-status.ts';
import { paymentDescription } from './payment-description.ts';
import { returnStatus } from './wire.ts';

/**
 * The plain text of a notification that the payment was settled (its present state) or that its reference was
 * generated (Pending, whatever has happened since).
 */
export function notificationText(checkout: Checkout, about: 'settled' | 'issued', notificationId: string): string {
  const status: CheckoutStatus = about === 'settled' ? checkout : { paymentStatus: 'Pending', statusCode: '000' };
  const occurredAtMs = (about === 'settled' ? checkout.settledAtMs : checkout.startedAtMs) ?? 0;
  const described = about === 'settled' ? checkout : { ...checkout, paidCents: undefined };
  return JSON.stringify({
    returnStatus: returnStatus(status.statusCode),
    ...paymentDescription(described, status),
    // The blank at the end is SIBS's.
    transactionDateTime: `${isoTime(occurredAtMs)} `,
    merchant: { transactionId: checkout.merchantTransactionId, terminalId: checkout.terminalId },
    ...(checkout.phone ? { token: { tokenType: 'MobilePhone', value: checkout.phone } } : {}),
    internalTransactionId: `S${checkout.bankId.slice(2).toUpperCase()}`,
    notificationID: notificationId,
  });
}
