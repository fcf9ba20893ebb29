import * as z from 'zod';
import type { Checkout, METHODS } from '../payments/checkout.ts';
import { customerOf } from '../payments/magic.ts';
import { declineUnregistered, issueReference, push } from '../payments/start.ts';
import type { Simulation } from '../simulation.ts';
import { type Answer, jsonBody, type WebRequest } from '../web.ts';
import { byDigest } from './authorize.ts';
import { paymentAnswer } from './payment-description.ts';
import { refusal } from './refusal.ts';
import { PHONE_ALIAS } from './wire.ts';

const purchaseRequest = z.object({ customerPhone: z.string() });

/**
 * `POST /payments/{transactionId}/mbway-id/purchase`: the push to the customer's phone; its number selects what
 * follows.
 */
export async function purchase(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const checkout = await byDigest(request, simulation);
  const parsed = purchaseRequest.safeParse(jsonBody(request));
  if (!parsed.success) throw refusal('invalid', 'customerPhone');
  const phone = parsed.data.customerPhone;
  if (!PHONE_ALIAS.test(phone)) throw refusal('phone-format', 'customerPhone');
  const nowMs = simulation.clock();
  assertStartable(checkout, 'MBWAY', nowMs);
  const customer = customerOf(phone);
  if (customer.refusal === 'unavailable') throw refusal('unavailable');
  const isRegistered = customer.refusal !== 'not-registered';
  const isFirst = isRegistered
    ? await push(checkout, phone, customer, simulation)
    : await declineUnregistered(simulation.table, checkout.bankId, nowMs);
  if (!isFirst) throw refusal('already-started');
  const started: Checkout = { ...checkout, method: 'MBWAY' };
  return isRegistered
    ? paymentAnswer(started, { paymentStatus: 'Pending', statusCode: '000' }, nowMs)
    : paymentAnswer(started, { paymentStatus: 'Declined', statusCode: 'E0506' }, nowMs);
}

/**
 * `POST /payments/{transactionId}/service-reference/generate`: a reference, payable until the checkout's final date.
 */
export async function reference(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const checkout = await byDigest(request, simulation);
  if (!z.object({}).safeParse(jsonBody(request)).success) throw refusal('invalid', 'body must be an object');
  const nowMs = simulation.clock();
  assertStartable(checkout, 'REFERENCE', nowMs);
  const { entity, finalAtMs } = checkout;
  if (entity === undefined || finalAtMs === undefined) throw new Error('a checkout with REFERENCE has no terms');
  if (nowMs >= finalAtMs) throw refusal('reference-data', 'finalDatetime');
  const issued = await issueReference({ ...checkout, entity, finalAtMs }, simulation);
  if (!issued) throw refusal('already-started');
  return paymentAnswer(issued, issued, nowMs);
}

/**
 * Refuses to start a payment on a checkout that lacks the method, has started one already, or is past its end.
 * The write's condition catches a parallel start.
 */
function assertStartable(checkout: Checkout, method: (typeof METHODS)[number], nowMs: number): void {
  if (!checkout.methods.includes(method)) throw refusal('method-not-offered');
  if (checkout.startedAtMs !== undefined) throw refusal('already-started');
  if (nowMs >= checkout.expiresAtMs) throw refusal('expired');
}
