import { isoTime } from '../../runtime/clock.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { type CheckoutStatus, referenceStatus } from './checkout-status.ts';
import { toWireAmount } from './wire.ts';

/** The fields of a payment in responses and notifications, with SIBS's names. Before a start there is no method. */
export function paymentDescription(checkout: Checkout, { paymentStatus }: CheckoutStatus) {
  const { method, bankId } = checkout;
  return {
    transactionID: bankId,
    paymentStatus,
    ...(method ? { paymentMethod: method, paymentType: method === 'REFERENCE' ? 'PREF' : 'PURS' } : {}),
    amount: toWireAmount(checkout.paidCents ?? checkout.amountCents),
    ...(method === 'REFERENCE' ? { paymentReference: reference(checkout, paymentStatus) } : {}),
  };
}

function reference(checkout: Checkout, paymentStatus: CheckoutStatus['paymentStatus']) {
  return {
    entity: checkout.entity,
    reference: checkout.reference,
    expireDate: isoTime(checkout.endsAtMs ?? 0),
    status: referenceStatus(paymentStatus),
    amount: toWireAmount(checkout.amountCents),
  };
}

/** The field `merchant` of responses; notifications have another form. */
export function merchantDescription({ terminalId, merchantTransactionId }: Checkout) {
  return { terminalId, merchantTransactionId };
}
