import type { Checkout } from '../payments/checkout-item.ts';
import { refusal } from './refusal.ts';

/**
 * Refuses to start a payment on a checkout that lacks the method, has started one already, or is past its end.
 * A start that another call makes in between is caught by the write's own condition.
 */
export function startable(checkout: Checkout, method: 'MBWAY' | 'REFERENCE', nowMs: number): void {
  if (!checkout.methods.includes(method)) throw refusal('method-not-offered');
  if (checkout.startedAtMs !== undefined) throw refusal('already-started');
  if (nowMs >= checkout.expiresAtMs) throw refusal('expired');
}
