import { sameText } from '../../runtime/same-text.ts';
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

/** Values of the placeholders `[STATUS]` and `[ESTADO]`. */
const PAID_WORDS = new Set(['PAGO', 'PAID']);
const RETURNED_WORD = 'DEVOLVIDO';

/** ifthenpay's ids have 25 characters at most; a key of the table has 2,048 bytes. */
const MAX_ID_CHARACTERS = 500;

/** A placeholder that ifthenpay has left as it was: the back office's tester fills none of them. */
const UNFILLED = /^\[[^\]]*\]$/;

/** Authenticates a callback received at `nowMs` by its key and reads it. Never throws. */
export function readCallback(
  { query = {} }: NotificationRequest,
  antiPhishingKey: string,
  nowMs: number,
): NotificationReading {
  if (isUnfilled(query)) {
    return { kind: 'irrelevant', noticeId: 'unfilled', detail: 'test of the back office: no placeholder is filled in' };
  }
  const { key = '', orderId, amount, payment_datetime, status, estado, ...fields } = filledFields(query);
  // A plus arrives as a space.
  if (!sameText(key, antiPhishingKey) && !sameText(key.replaceAll(' ', '+'), antiPhishingKey)) {
    const detail = UNFILLED.test(query.key ?? '') ? 'the anti-phishing key is not filled in' : 'anti-phishing key';
    return { kind: 'rejected', detail };
  }
  const requestId = fields.requestId?.replaceAll(' ', '+');
  if (!orderId || !requestId || !amount || orderId.length + requestId.length > MAX_ID_CHARACTERS) {
    return { kind: 'rejected', detail: 'authentic, but not in the form of a callback' };
  }
  const reported = reportedBy([status, estado]);
  // A return may be written with a minus.
  const amountCents = centsOf(reported === 'returned' ? amount.replace(/^-/, '') : amount);
  const timeMs = ifthenpayTimeMs(payment_datetime, nowMs);
  const time = wallTimeOf(payment_datetime);
  const method = methodOfOrder(orderId);
  const bankId = orderId;
  if (reported === 'returned') {
    return {
      kind: 'returned',
      notice: {
        noticeId: `${requestId}-returned`,
        // Each return has its own time, also for a push; two in one second have the same.
        returnId: `${movementOf({ method: null, requestId, amountCents, time })}-returned`,
        mayBeSecond: true,
        kind: 'refund',
        type: RETURNED_WORD,
        transactionId: null,
        originalBankId: bankId,
        amountCents,
        returnedAtMs: timeMs,
      },
    };
  }
  const operationId = movementOf({ method, requestId, amountCents, time });
  const paid: BankStatus =
    amountCents === null
      ? { kind: 'odd', detail: 'called back with an unreadable amount', operationId }
      : { kind: 'paid', method: method ?? 'MBWAY', amountCents, paidAtMs: timeMs, operationId };
  return {
    kind: 'notice',
    notice: {
      ...{ noticeId: requestId, bankId, transactionId: null, method, statusId: requestId, status: paid },
      ...(reported === null && { lacksStatus: true }),
      ...(reported === 'other' && { hasOtherWord: true }),
    },
  };
}

/** Whether no placeholder of the callback is filled in. */
function isUnfilled({ key, orderId, amount, requestId }: Record<string, string | undefined>): boolean {
  return [key, orderId, amount, requestId].every((value) => value !== undefined && UNFILLED.test(value.trim()));
}

/** The fields of a callback, trimmed; an empty one and a placeholder that is not filled in are absent. */
function filledFields(query: Record<string, string | undefined>): Record<string, string | undefined> {
  const fields = Object.entries(query).map(([name, value = '']) => [name, value.trim()] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== '' && !UNFILLED.test(value)));
}

/** What the status words of a callback report; null without any, as by a URL that was registered without them. */
function reportedBy(words: (string | undefined)[]): 'paid' | 'returned' | 'other' | null {
  const given = words.flatMap((word) => word?.toUpperCase() ?? []);
  if (given.length === 0) return null;
  if (given.every((word) => PAID_WORDS.has(word))) return 'paid';
  // The other name may have another word for a return.
  const isReturned = given.includes(RETURNED_WORD) && !given.some((word) => PAID_WORDS.has(word));
  return isReturned ? 'returned' : 'other';
}

/**
 * The key is part of a URL, so it alone is weak proof. A callback of a reference is trusted when its order id, request id
 * and amount, which only ifthenpay and we know, match the record, and it has no other word than paid: references are
 * not returned there. A push is never settled by a callback alone.
 */
export function isTrustworthyCallback(
  { status, statusId, hasOtherWord }: BankNotification,
  known: KnownPayment,
): boolean {
  if (known.method !== 'REFERENCE' || status.kind !== 'paid' || hasOtherWord) return false;
  return statusId !== undefined && statusId === known.statusId && status.amountCents === known.expectedCents;
}

/** Any 200 ends the repeats; ifthenpay ignores the body. */
export function acknowledgeCallback(): Acknowledgement {
  return { statusCode: 200, headers: { 'Content-Type': 'text/plain' }, body: 'OK' };
}
