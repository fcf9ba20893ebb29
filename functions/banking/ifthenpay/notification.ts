import { createHash, timingSafeEqual } from 'node:crypto';
import type {
  Acknowledgement,
  BankNotification,
  BankStatus,
  KnownPayment,
  NotificationReading,
  NotificationRequest,
} from '../bank.ts';
import { methodOfOrder, movementOf } from './ids.ts';
import { ifthenpayTimeMs, wallTimeOf } from './time.ts';
import { centsOf } from './wire.ts';

/**
 * The query of the callback URL, for the provider's back office: it fills in the brackets. `kind` is there in the
 * Portuguese set of placeholders only.
 */
export const CALLBACK_QUERY =
  'key=[ANTI_PHISHING_KEY]&orderId=[ORDER_ID]&amount=[AMOUNT]&requestId=[REQUEST_ID]&payment_datetime=[PAYMENT_DATETIME]';

const GIVEN_BACK = 'DEVOLVIDO';

/**
 * Authenticates a callback that came at `nowMs` by its key and reads it. Only money is called back: no refusal, no expiry.
 * Never throws.
 */
export function readCallback(
  { query = {} }: NotificationRequest,
  antiPhishingKey: string,
  nowMs: number,
): NotificationReading {
  if (!sameText(query.key ?? '', antiPhishingKey)) return { kind: 'rejected', detail: 'anti-phishing key' };
  const orderId = query.orderId?.trim();
  // A plus of the id arrives as a blank.
  const requestId = query.requestId?.trim().replaceAll(' ', '+');
  const amount = query.amount?.trim();
  if (!orderId || !requestId || !amount) {
    return { kind: 'rejected', detail: 'authentic, but not in the form of a callback' };
  }
  const amountCents = centsOf(amount);
  const timeMs = ifthenpayTimeMs(query.payment_datetime, nowMs);
  const time = wallTimeOf(query.payment_datetime);
  const method = methodOfOrder(orderId);
  if (query.status?.toUpperCase() === GIVEN_BACK) {
    return {
      kind: 'returned',
      notice: {
        noticeId: `${requestId}-returned`,
        // Each return has a time of its own, of a push as well.
        returnId: `${movementOf(null, requestId, amountCents, time)}-returned`,
        kind: 'refund',
        type: GIVEN_BACK,
        transactionId: null,
        originalBankId: method ? orderId : requestId,
        amountCents,
        returnedAtMs: timeMs,
      },
    };
  }
  const operationId = movementOf(method, requestId, amountCents, time);
  const status: BankStatus =
    amountCents === null
      ? { kind: 'odd', detail: 'called back with an unreadable amount', operationId }
      : { kind: 'paid', method: method ?? 'MBWAY', amountCents, paidAtMs: timeMs, operationId };
  // What is not an order id of ours is a payment by another way into the same account.
  const bankId = method ? orderId : requestId;
  return {
    kind: 'notice',
    notice: { noticeId: requestId, bankId, transactionId: null, method, statusId: requestId, status },
  };
}

/**
 * The key travels in a URL, so it alone proves little. A callback of a reference is believed when it also fits in what
 * only ifthenpay and we know of the payment: order id, request id and amount. A push is never settled by a callback alone.
 */
export function isTrustworthyCallback({ status, statusId }: BankNotification, known: KnownPayment): boolean {
  if (known.method !== 'REFERENCE' || status.kind !== 'paid') return false;
  return statusId !== undefined && statusId === known.statusId && status.amountCents === known.expectedCents;
}

/** Any 200 ends the repeats; the body is not looked at. */
export function acknowledgeCallback(): Acknowledgement {
  return { statusCode: 200, headers: { 'Content-Type': 'text/plain' }, body: 'OK' };
}

/** In a time that does not depend on where the texts differ. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
