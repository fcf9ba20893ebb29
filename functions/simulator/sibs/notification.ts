import { isoTime } from '../../runtime/clock.ts';
import type { NotificationContent, Operation } from '../notify/notification-kind.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { statusAt } from './checkout-status.ts';
import { paymentDescription } from './payment-description.ts';
import { returnStatus } from './wire.ts';

/** The content of a notification of the payment's current status. */
export function notificationOf(checkout: Checkout, nowMs: number): NotificationContent {
  return {
    operation: 'payment',
    ...statusAt(checkout, nowMs),
    amountCents: checkout.paidCents ?? checkout.amountCents,
    occurredAtMs: checkout.settledAtMs ?? checkout.endsAtMs ?? checkout.startedAtMs ?? nowMs,
  };
}

/** The content of the notification of a start: not paid, whatever has happened since. */
export function startNotification(checkout: Checkout): NotificationContent {
  return {
    operation: 'payment',
    paymentStatus: 'Pending',
    statusCode: '000',
    amountCents: checkout.amountCents,
    occurredAtMs: checkout.startedAtMs ?? 0,
  };
}

/** SIBS publishes the payment types PURS and PREF only. These two are chosen here. */
const RETURN_TYPES: Partial<Record<Operation, { paymentType: string; mark: string }>> = {
  refund: { paymentType: 'RFND', mark: 'R' },
  annulment: { paymentType: 'CANC', mark: 'A' },
};

/** The plain text of a notification. */
export function notificationText(checkout: Checkout, notice: NotificationContent, notificationId: string): string {
  const described = paymentDescription({ ...checkout, paidCents: notice.amountCents }, notice);
  const movement = `S${checkout.bankId.slice(2).toUpperCase()}`;
  return JSON.stringify({
    returnStatus: returnStatus(notice.statusCode, notice.statusDescription),
    ...described,
    ...asReturn(checkout, notice),
    // SIBS sends a trailing space.
    transactionDateTime: `${isoTime(notice.occurredAtMs)} `,
    merchant: { transactionId: checkout.merchantTransactionId, terminalId: checkout.terminalId },
    ...(checkout.phone ? { token: { tokenType: 'MobilePhone', value: checkout.phone } } : {}),
    // Each movement has its own; a repeated notification has the same one.
    internalTransactionId:
      notice.operation === 'payment' ? movement : movement + notificationId.slice(0, 8).toUpperCase(),
    notificationID: notificationId,
  });
}

/** A refund or annulment is a transaction of its own: another id, another type, and no reference. */
function asReturn({ bankId }: Checkout, { operation }: NotificationContent) {
  const type = RETURN_TYPES[operation];
  if (!type) return {};
  return {
    transactionID: `${bankId}${type.mark}`,
    paymentType: type.paymentType,
    paymentReference: undefined,
    originalTransaction: { id: bankId },
  };
}
