import type { PaymentMethod } from '../payments/transaction.ts';
import { randomText } from '../runtime/ids.ts';

// ifthenpay takes 15 characters for MB WAY and 25 for Multibanco: too few for our transaction id. 70 and 120 random bits
// are also what keeps a callback from being made up by whoever has learnt the anti-phishing key.
const FORMS = {
  MBWAY: { prefix: 'w', randomCharacters: 14 },
  REFERENCE: { prefix: 'r', randomCharacters: 24 },
} as const satisfies Record<PaymentMethod, { prefix: string; randomCharacters: number }>;

const OURS = /^(?:(w)[0-9a-hjkmnp-tv-z]{14}|r[0-9a-hjkmnp-tv-z]{24})$/;

/** A new order id for ifthenpay: what we call the bank id, since their own comes only with the answer. */
export function newOrderId(method: PaymentMethod): string {
  const { prefix, randomCharacters } = FORMS[method];
  return prefix + randomText(randomCharacters);
}

/** The method of an order id that `newOrderId` made; null for any other text. */
export function methodOfOrder(orderId: string): PaymentMethod | null {
  const match = OURS.exec(orderId);
  if (!match) return null;
  return match[1] ? 'MBWAY' : 'REFERENCE';
}

const MINUTE_MS = 60_000;

/**
 * What tells one payment of a reference from a second one, as a part of its status: the request id is the same for both,
 * and callback and list tell the time to the second and to the minute. A push is paid once, so that it needs none.
 */
export function operationOf(
  method: PaymentMethod | null,
  requestId: string | null | undefined,
  paidAtMs: number | null,
): { operationId?: string } {
  if (method !== 'REFERENCE' || !requestId || paidAtMs === null) return {};
  return { operationId: `${requestId}-${Math.floor(paidAtMs / MINUTE_MS)}` };
}
