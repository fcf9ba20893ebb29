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

/** The query of the callback URL, to be entered in the provider's back office, which replaces the brackets. */
export const CALLBACK_QUERY =
  'key=[ANTI_PHISHING_KEY]&orderId=[ORDER_ID]&amount=[AMOUNT]&requestId=[REQUEST_ID]' +
  '&payment_datetime=[PAYMENT_DATETIME]';

const GIVEN_BACK = 'DEVOLVIDO';

/** Authenticates a callback received at `nowMs` by its key and reads it. Only money is called back. Never throws. */
export function readCallback(
  { query = {} }: NotificationRequest,
  antiPhishingKey: string,
  nowMs: number,
): NotificationReading {
  if (!sameText(query.key ?? '', antiPhishingKey)) return { kind: 'rejected', detail: 'anti-phishing key' };
  const orderId = query.orderId?.trim();
  // A plus in the id arrives as a space.
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
        // Each return has its own time, also for a push.
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
  // Another order id is a payment that did not come through this service.
  const bankId = method ? orderId : requestId;
  return {
    kind: 'notice',
    notice: { noticeId: requestId, bankId, transactionId: null, method, statusId: requestId, status },
  };
}

/**
 * The key is part of a URL, so it alone is weak proof. A callback of a reference is trusted when its order id,
 * request id and amount, which only ifthenpay and we know, match the record. A push is never settled by a callback
 * alone.
 */
export function isTrustworthyCallback({ status, statusId }: BankNotification, known: KnownPayment): boolean {
  if (known.method !== 'REFERENCE' || status.kind !== 'paid') return false;
  return statusId !== undefined && statusId === known.statusId && status.amountCents === known.expectedCents;
}

/** Any 200 ends the repeats; ifthenpay ignores the body. */
export function acknowledgeCallback(): Acknowledgement {
  return { statusCode: 200, headers: { 'Content-Type': 'text/plain' }, body: 'OK' };
}

/** Compares two texts in constant time. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
