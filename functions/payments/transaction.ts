import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../banking/bank.ts';
import type { Attributes } from '../runtime/attributes.ts';
import { parseItem } from '../runtime/parse-item.ts';
import { STATUSES } from './transitions.ts';

const count = z.int().check(z.nonnegative());
const timeMs = count;

/**
 * One start of a payment at the bank. It is written before the bank is asked to push, so that a crash in between leaves
 * a trace that can be asked about.
 * - `starting`: claimed; whether the push went out is not known yet.
 * - `live`: the bank has said that the push or reference is out.
 * - `ended`: certainly nothing can be paid on it without the bank telling us so again.
 */
export const bankAttempt = z.object({
  method: z.enum(PAYMENT_METHODS),
  bankId: z.string(),
  /** What the provider wants to be asked by, where that is not `bankId`; known only from its answer to the start. */
  statusId: z.optional(z.string()),
  state: z.enum(['starting', 'live', 'ended']),
  startedAt: timeMs,
  /** End of the customer's confirmation window (MB WAY) or of the reference's validity. */
  endsAt: timeMs,
  /** Keyed hash and last three digits of the phone; removed when the transaction settles. */
  phoneHash: z.optional(z.string()),
  phoneLast3: z.optional(z.string()),
});
export type BankAttempt = z.infer<typeof bankAttempt>;

/** Why a start certainly did not happen: refused for a fault of ours, or the bank did not get it. */
export const START_FAULT_KINDS = ['fault', 'unreachable'] as const;
export type StartFaultKind = (typeof START_FAULT_KINDS)[number];

/** How an HTTP attempt of a delivery ended; the sentence a person reads for each is in `webhooks/outcome.ts`. */
export const ATTEMPT_OUTCOMES = [
  'delivered',
  'status',
  'timeout',
  'refused',
  'dns',
  'tls',
  'blocked',
  'connection',
] as const;

export const deliveryAttempt = z.object({
  /** Random, so that a repeated write is told from another worker's attempt. */
  id: z.string(),
  startedAt: timeMs,
  durationMs: count,
  outcome: z.enum(ATTEMPT_OUTCOMES),
  statusCode: z.optional(z.int()),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

export const DELIVERY_STATES = ['pending', 'delivered', 'not_delivered', 'skipped', 'superseded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What a delivery ended of where its attempts do not tell. `not_attempted`: attempts that were due were never made, by a fault of ours. */
export const DELIVERY_OUTCOMES = ['not_attempted'] as const;

/** The sweep's re-queues, in vain as long as `done` is still the delivery's; `at` is the last of them. */
export const requeues = z.object({ count, done: count, at: timeMs });
export type Requeues = z.infer<typeof requeues>;

/** The delivery of one event (§6.4). `series` counts resends from 1; `done` is the number of recorded attempts in this series. */
export const delivery = z.object({
  state: z.enum(DELIVERY_STATES),
  series: z.int().check(z.positive()),
  done: count,
  attempts: z.array(deliveryAttempt),
  /** When the next attempt is due, while one is; absent before the first. */
  nextAttemptAt: z.optional(timeMs),
  outcome: z.optional(z.enum(DELIVERY_OUTCOMES)),
  /** Only on a delivery that the sweep had to hand over again. */
  requeues: z.optional(requeues),
  /** When a resend began this series; who and why is kept with the series before (`webhooks/kept-series.ts`). */
  resentAt: z.optional(timeMs),
});
export type Delivery = z.infer<typeof delivery>;

/**
 * A status change with the frozen facts of its payload. It is appended by the very write that changes the status, so
 * that there is no status without its event nor an event without its status. A resend reads it again and sends the same bytes.
 */
export const settlement = z.object({
  eventId: z.string(),
  status: z.enum(STATUSES),
  /** The payload's `timestamp` (decision D21). */
  settledAt: timeMs,
  paymentMethod: z.nullable(z.enum(PAYMENT_METHODS)),
  paidAt: z.nullable(timeMs),
  delivery,
});
export type Settlement = z.infer<typeof settlement>;

export const paymentReference = z.object({ entity: z.string(), reference: z.string(), expiresAt: timeMs });

/**
 * The main item of a transaction, under 1 KB so that a write of it costs one write unit.
 * A `webhook.test` event is kept in the same shape under a `test_` id, indexed for the sweep only (decision D11).
 */
export const transaction = z.object({
  transactionId: z.string(),
  merchantId: z.string(),
  externalOrderId: z.string(),
  amountCents: z.int().check(z.positive()),
  status: z.enum(STATUSES),
  createdAt: timeMs,
  paymentMethod: z.nullable(z.enum(PAYMENT_METHODS)),
  /** Name of the merchant's bank account when the transaction was created; frozen. */
  bankAccount: z.string(),
  attempts: z.array(bankAttempt),
  /** Index in `attempts` of the one that may be live; absent when none may. */
  liveAttempt: z.optional(count),
  /** Starts in a row that certainly did not happen, the time of the last and why; absent once the bank takes or refuses one. */
  startFaults: z.optional(count),
  startFaultAt: z.optional(timeMs),
  startFaultKind: z.optional(z.enum(START_FAULT_KINDS)),
  mb: z.optional(paymentReference),
  paidAt: z.optional(timeMs),
  /** Index in `attempts` of the one that was paid; tells a repeated confirmation from a second payment. */
  paidBy: z.optional(count),
  /** The bank's id of the movement of money, where it gave one; a second payment on the same attempt has another. */
  paidOperation: z.optional(z.string()),
  /** What was received, only where it was more than `amountCents`. */
  paidCents: z.optional(count),
  /** Only where the bank gave no time of payment, so that `paidAt` is ours. */
  paidAtIsOurs: z.optional(z.literal(true)),
  settlements: z.array(settlement),
  /** Lower bound of the time at which the sweep must look; present while pending or a delivery is unfinished. */
  dueAt: z.optional(timeMs),
});
export type Transaction = z.infer<typeof transaction>;

/** A transaction out of its main item. Throws `UnreadableItem`: nothing sound can be said of it. */
export function transactionOf(item: Attributes): Transaction {
  return parseItem(transaction, item);
}
