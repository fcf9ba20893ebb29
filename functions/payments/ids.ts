import { hashedId, isRandomId, randomId } from '../runtime/ids.ts';
import type { Reading } from '../runtime/reading.ts';
import { MAX_ORDER_ID_CHARACTERS } from '../runtime/text-limits.ts';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** A new transaction id: `tx_` and 24 random characters. */
export function newTransactionId(): string {
  return randomId('tx');
}

/**
 * The id of the transaction that a merchant's `Idempotency-Key` creates: every repeat finds it (decision 0043). The line
 * feed is in no merchant id and in no key, so that no other merchant and key have the same text.
 */
export function transactionIdOfKey(merchantId: string, key: string): string {
  return hashedId('tx', `${merchantId}\n${key}`);
}

/**
 * Accepts any text: an ill-formed id is unknown (404); only a value that is empty or no text is invalid (400,
 * decision D16).
 */
export function readTransactionId(transactionId: unknown): Reading<string> {
  if (typeof transactionId !== 'string') return { ok: false, problem: 'must be a string' };
  if (transactionId === '') return { ok: false, problem: 'must not be empty' };
  return { ok: true, value: transactionId };
}

/** Whether `text` has the form of our transaction ids; any other text is not queried. */
export function isTransactionId(text: string): boolean {
  return isRandomId('tx', text);
}

/**
 * The merchant's order id, stored verbatim: 1 to 100 characters (code points), no control characters (§4.1, decision
 * D1).
 */
export function readOrderId(orderId: unknown): Reading<string> {
  if (typeof orderId !== 'string') return { ok: false, problem: 'must be a string' };
  if (orderId === '') return { ok: false, problem: 'must not be empty' };
  if ([...orderId].length > MAX_ORDER_ID_CHARACTERS)
    return { ok: false, problem: `must be at most ${MAX_ORDER_ID_CHARACTERS} characters` };
  if (CONTROL_CHARACTER.test(orderId)) return { ok: false, problem: 'must not contain control characters' };
  // A lone surrogate has no UTF-8 form, so it could not be returned unchanged.
  if (!orderId.isWellFormed()) return { ok: false, problem: 'must be valid Unicode text' };
  return { ok: true, value: orderId };
}
