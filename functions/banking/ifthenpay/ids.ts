import { randomText } from '../../runtime/ids.ts';
import type { PaymentMethod } from '../bank.ts';
import type { WallTime } from './time.ts';

// ifthenpay accepts 15 characters for MB WAY and 25 for Multibanco, too few for our transaction id. With 70 and 120
// random bits an order id cannot be guessed, so knowing the anti-phishing key is not enough to forge a callback.
const FORMS = {
  MBWAY: { prefix: 'w', randomCharacters: 14 },
  REFERENCE: { prefix: 'r', randomCharacters: 24 },
} as const satisfies Record<PaymentMethod, { prefix: string; randomCharacters: number }>;

const OURS = /^(?:(w)[0-9a-hjkmnp-tv-z]{14}|r[0-9a-hjkmnp-tv-z]{24})$/;

/** A new order id for ifthenpay. It is the bank id, because ifthenpay's own id comes only with the answer. */
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

/** What names one movement of money. */
interface MovementFacts {
  method: PaymentMethod | null;
  requestId: string;
  amountCents: number | null;
  time: WallTime | null;
}

/**
 * Names a movement that a callback reports: request id, cents and the time as ifthenpay wrote it, which avoids the
 * ambiguous hour of October. A push is confirmed once, so its name has no time.
 */
export function movementOf({ method, requestId, amountCents, time }: MovementFacts): string {
  return `${requestId}-${amountCents ?? 'x'}${method === 'MBWAY' ? '' : `-${time?.text ?? ''}`}`;
}
