import { isoTime } from '../../runtime/clock.ts';
import type { Checkout, PaymentStatus } from '../payments/checkout.ts';
import type { Answer } from '../web.ts';
import { returnStatus, toWireAmount } from './wire.ts';

/** The answer about a payment: of its start, or of an inquiry. */
export function paymentAnswer(checkout: Checkout, status: PaymentStatus, nowMs: number): Answer {
  const { terminalId, merchantTransactionId } = checkout;
  return {
    httpStatus: 200,
    body: {
      ...paymentDescription(checkout, status),
      merchant: { terminalId, merchantTransactionId },
      execution: { startTime: isoTime(nowMs), endTime: isoTime(nowMs) },
      returnStatus: returnStatus(status.statusCode, status.statusDescription),
    },
  };
}

/** The fields of a payment in responses and notifications, with SIBS's names. Before a start there is no method. */
export function paymentDescription(checkout: Checkout, { paymentStatus }: PaymentStatus) {
  const { method, bankId } = checkout;
  return {
    transactionID: bankId,
    paymentStatus,
    ...(method ? { paymentMethod: method, paymentType: method === 'REFERENCE' ? 'PREF' : 'PURS' } : {}),
    amount: toWireAmount(checkout.paidCents ?? checkout.amountCents),
    ...(method === 'REFERENCE' ? { paymentReference: reference(checkout, paymentStatus) } : {}),
  };
}

const REFERENCE_STATUSES = { Pending: 'UNPAID', Success: 'PAID', Declined: 'EXPIRED', Timeout: 'EXPIRED' } as const;

function reference(checkout: Checkout, paymentStatus: PaymentStatus['paymentStatus']) {
  return {
    entity: checkout.entity,
    reference: checkout.reference,
    expireDate: isoTime(checkout.endsAtMs ?? 0),
    status: REFERENCE_STATUSES[paymentStatus],
    amount: toWireAmount(checkout.amountCents),
  };
}
