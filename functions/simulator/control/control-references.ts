import { randomUUID } from 'node:crypto';
import { firstAttempt } from '../notify/send-notification.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { readCheckoutByReference } from '../payments/checkouts.ts';
import { isLive, statusAt } from '../sibs/checkout-status.ts';
import { notificationOf } from '../sibs/notification.ts';
import { type Answer, controlRefusal } from '../sibs/refusal.ts';
import { toWireAmount } from '../sibs/wire.ts';
import type { WebRequest } from '../web.ts';
import { end } from './control-end.ts';
import { type ControlDependencies, requestedCents } from './control-request.ts';

/** A reference is paid, with its own amount or another. */
export async function pay(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const requested = requestedCents(request);
  const checkout = await issued(request, dependencies);
  const now = statusAt(checkout, dependencies.clock());
  if (!isLive(now)) throw controlRefusal(409, `${nameOf(checkout)} cannot be paid: ${now.paymentStatus}`);
  const paidCents = requested ?? checkout.amountCents;
  const status = await end(checkout, { decision: 'approved', paidCents }, dependencies);
  return paid(checkout, paidCents, status);
}

/** A paid reference is paid again: a second movement, notified like the first. */
export async function payAgain(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const requested = requestedCents(request);
  const checkout = await issued(request, dependencies);
  const nowMs = dependencies.clock();
  const current = notificationOf(checkout, nowMs);
  if (current.paymentStatus !== 'Success') {
    throw controlRefusal(409, `${nameOf(checkout)} is not paid yet: ${current.paymentStatus}`);
  }
  const amountCents = requested ?? checkout.amountCents;
  const notice = { ...current, operation: 'second-payment' as const, amountCents, occurredAtMs: nowMs };
  await dependencies.schedule(
    { kind: 'tell', bankId: checkout.bankId, ...firstAttempt(randomUUID(), notice, nowMs) },
    0,
  );
  return paid(checkout, amountCents, 'Success');
}

async function issued(request: WebRequest, { table }: ControlDependencies): Promise<Checkout> {
  const { entity = '', reference = '' } = request.pathParameters;
  const checkout = await readCheckoutByReference(table, entity, reference);
  if (checkout) return checkout;
  throw controlRefusal(404, `reference ${reference} of entity ${entity} was never issued`);
}

const nameOf = ({ entity, reference }: Checkout) => `reference ${reference} of entity ${entity}`;

function paid({ entity, reference }: Checkout, paidCents: number, status: Checkout['paymentStatus']): Answer {
  return { httpStatus: 200, body: { ok: true, entity, reference, amount: toWireAmount(paidCents).value, status } };
}
