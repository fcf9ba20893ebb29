import { isoTime } from '../../runtime/clock.ts';
import type { Notice, Operation } from '../notify/notification-kind.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { statusAt } from './checkout-status.ts';
import { paymentDescription } from './payment-description.ts';
import { returnStatus } from './wire.ts';

/** What is told of the payment as it is now. */
export function noticeOf(checkout: Checkout, nowMs: number): Notice {
  return {
    operation: 'payment',
    ...statusAt(checkout, nowMs),
    amountCents: checkout.paidCents ?? checkout.amountCents,
    occurredAtMs: checkout.settledAtMs ?? checkout.endsAtMs ?? checkout.startedAtMs ?? nowMs,
  };
}

/** What is told of a start, whatever has happened since: nothing has come yet. */
export function startNotice(checkout: Checkout): Notice {
  return {
    operation: 'payment',
    paymentStatus: 'Pending',
    statusCode: '000',
    amountCents: checkout.amountCents,
    occurredAtMs: checkout.startedAtMs ?? 0,
  };
}

/** SIBS's words for kinds of operation are published in part only: PURS and PREF are; the other two are ours. */
const RETURN_TYPES: Partial<Record<Operation, { paymentType: string; mark: string }>> = {
  refund: { paymentType: 'RFND', mark: 'R' },
  annulment: { paymentType: 'CANC', mark: 'A' },
};

/** The plain text of a notification. */
export function notificationText(checkout: Checkout, notice: Notice, notificationId: string): string {
  const described = paymentDescription({ ...checkout, paidCents: notice.amountCents }, notice);
  const movement = `S${checkout.bankId.slice(2).toUpperCase()}`;
  return JSON.stringify({
    returnStatus: returnStatus(notice.statusCode, notice.statusDescription),
    ...described,
    ...asReturn(checkout, notice),
    // The blank at the end is SIBS's.
    transactionDateTime: `${isoTime(notice.occurredAtMs)} `,
    merchant: { transactionId: checkout.merchantTransactionId, terminalId: checkout.terminalId },
    ...(checkout.phone ? { token: { tokenType: 'MobilePhone', value: checkout.phone } } : {}),
    // Each movement of money has its own; a notification that comes again names the same one again.
    internalTransactionId:
      notice.operation === 'payment' ? movement : movement + notificationId.slice(0, 8).toUpperCase(),
    notificationID: notificationId,
  });
}

/** A return is a transaction of its own: another id, another type, and no reference in it. */
function asReturn({ bankId }: Checkout, { operation }: Notice) {
  const type = RETURN_TYPES[operation];
  if (!type) return {};
  return {
    transactionID: `${bankId}${type.mark}`,
    paymentType: type.paymentType,
    paymentReference: undefined,
    originalTransaction: { id: bankId },
  };
}
