import { randomInt, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Simulation } from '../simulation.ts';
import { putItem, type Table, ttlAfter, updateItem } from '../table.ts';
import { firstNotification, noticeOf, secondPayment } from './actions.ts';
import { type Checkout, checkoutKey, referenceKey } from './checkout.ts';
import { type Customer, referencePlay } from './magic.ts';

/** The customer's time to confirm a push. */
export const PUSH_WINDOW_MS = 4 * MINUTE_MS;

/** Starts a payment on a checkout. False when one was already started on it. */
function start(table: Table, bankId: string, fields: Partial<Checkout>): Promise<boolean> {
  return updateItem(table, checkoutKey(bankId), fields, {
    expression: 'attribute_exists(pk) AND attribute_not_exists(startedAtMs)',
  });
}

/**
 * Sends a checkout's push, schedules what this customer does, and returns when the bank answers the call. False when a
 * payment was already started on the checkout. The customer's decision is scheduled before the push is sent, so that a
 * crash does not leave a push without one.
 */
export async function push(
  { bankId, amountCents }: Checkout,
  phone: string,
  { decides, answersAfterMs }: Customer,
  { table, schedule, clock, sleep }: Simulation,
): Promise<boolean> {
  const startedAtMs = clock();
  const endsAtMs = startedAtMs + PUSH_WINDOW_MS;
  const settle = { kind: 'settle' as const, bankId };
  await schedule({ ...settle, id: randomUUID(), decision: 'window-ended', atMs: endsAtMs });
  if (decides) {
    const { decision, afterS, lessCents } = decides;
    const paidCents = lessCents && Math.max(1, amountCents - lessCents);
    await schedule({ ...settle, id: randomUUID(), decision, paidCents, atMs: startedAtMs + afterS * 1000 });
  }
  const isFirst = await start(table, bankId, { method: 'MBWAY', startedAtMs, endsAtMs, pushed: true, phone });
  if (isFirst && answersAfterMs) await sleep(answersAfterMs);
  return isFirst;
}

/** Ends the checkout immediately, because the phone is not registered with MB WAY. Nothing is pushed. */
export function declineUnregistered(table: Table, bankId: string, nowMs: number): Promise<boolean> {
  return start(table, bankId, {
    method: 'MBWAY',
    startedAtMs: nowMs,
    endsAtMs: nowMs,
    pushed: false,
    paymentStatus: 'Declined',
    statusCode: 'E0506',
    settledAtMs: nowMs,
  });
}

/**
 * Issues a checkout's reference, and schedules the notification of that and what happens to a reference of this amount.
 * Undefined when a payment was already started on the checkout.
 */
export async function issueReference(
  checkout: Checkout & { entity: string; finalAtMs: number },
  { table, schedule, clock }: Simulation,
): Promise<Checkout | undefined> {
  const { bankId, entity, amountCents, finalAtMs } = checkout;
  const startedAtMs = clock();
  const { paid, endsAfterS } = referencePlay(amountCents);
  const endsAtMs = endsAfterS === undefined ? finalAtMs : startedAtMs + endsAfterS * 1000;
  const reference = await freeReference(table, { bankId, entity, amountCents, endsAtMs }, startedAtMs);
  const fields = { method: 'REFERENCE' as const, startedAtMs, endsAtMs, reference };
  if (!(await start(table, bankId, fields))) return undefined;
  const issued: Checkout = { ...checkout, ...fields };
  const about = () => ({ id: randomUUID(), bankId });
  const generated = { ...noticeOf(issued, startedAtMs), occurredAtMs: startedAtMs };
  await schedule(firstNotification(about(), generated, startedAtMs));
  if (!paid) return issued;
  const { decision, againAfterS, moreCents = 0 } = paid;
  const atMs = (paid.after === 'issue' ? startedAtMs : endsAtMs) + paid.seconds * 1000;
  const paidCents = amountCents + moreCents;
  await schedule({ ...about(), kind: 'settle', decision, paidCents, atMs });
  if (againAfterS) {
    const againAtMs = atMs + againAfterS * 1000;
    await schedule(firstNotification(about(), secondPayment(paidCents, againAtMs), againAtMs));
  }
  return issued;
}

/** Draws a number that no other valid reference has. */
async function freeReference(
  table: Table,
  { bankId, entity, amountCents, endsAtMs }: { bankId: string; entity: string; amountCents: number; endsAtMs: number },
  nowMs: number,
): Promise<string> {
  for (;;) {
    const reference = randomReference(entity, amountCents);
    const item = { ...referenceKey(entity, reference), bankId, endsAtMs, ttl: ttlAfter(endsAtMs) };
    // An expired number may be issued again.
    const expression = 'attribute_not_exists(pk) OR endsAtMs <= :now';
    if (await putItem(table, item, { expression, values: { ':now': nowMs } })) return reference;
  }
}

/**
 * The two check digits of a Multibanco reference: over entity (5 digits), the reference's first seven digits and the
 * amount (8 digits of cents), each digit weighted 3·10^i mod 97 from the right, which is three times the
 * 20-digit number mod 97, subtracted from 98.
 */
export function checkDigits(entity: string, sevenDigits: string, amountCents: number): string {
  const number = BigInt(`${entity}${sevenDigits}${String(amountCents).padStart(8, '0')}`);
  return String(98 - Number((3n * number) % 97n)).padStart(2, '0');
}

/** A random 9-digit reference, valid for `entity` and the amount. */
function randomReference(entity: string, amountCents: number): string {
  const sevenDigits = String(randomInt(10_000_000)).padStart(7, '0');
  return sevenDigits + checkDigits(entity, sevenDigits, amountCents);
}
