import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../banking/bank.ts';
import type { Attributes } from '../runtime/attributes.ts';
import { parseItem } from '../runtime/parse-item.ts';
import { CAUSES, STATUSES } from './transitions.ts';

const count = z.int().check(z.nonnegative());
const timeMs = count;

/**
 * One start of a payment at the bank. It is written before the bank is called, so that its status can be queried
 * after a crash.
 * - `starting`: claimed; the outcome of the call is not known.
 * - `live`: the bank confirmed that the push was sent or the reference issued.
 * - `ended`: no longer payable, unless the bank reports money again.
 */
export const bankAttempt = z.object({
  method: z.enum(PAYMENT_METHODS),
  bankId: z.string(),
  /** The id for status inquiries, where it is not `bankId`; known only from the answer to the start. */
  statusId: z.optional(z.string()),
  state: z.enum(['starting', 'live', 'ended']),
  startedAt: timeMs,
  /** End of the confirmation window (MB WAY) or of the reference's validity. */
  endsAt: timeMs,
  /** Keyed hash and last three digits of the phone; removed when the transaction settles. */
  phoneHash: z.optional(z.string()),
  phoneLast3: z.optional(z.string()),
});
export type BankAttempt = z.infer<typeof bankAttempt>;

/** How an attempt of a delivery ended. Everything but `delivered` is a failed attempt (§6.4, decision D13). */
export const ATTEMPT_OUTCOMES = [
  'delivered',
  'status',
  'timeout',
  'dns',
  'blocked',
  'refused',
  'tls',
  'expired',
  'wrong-name',
  'reset',
  'not-http',
] as const;

/** One attempt of a delivery (§6.4). `startedAt` is in milliseconds since the epoch. */
export const deliveryAttempt = z.object({
  /** Random: distinguishes a repeated write from another worker's attempt. */
  id: z.string(),
  startedAt: timeMs,
  durationMs: count,
  outcome: z.enum(ATTEMPT_OUTCOMES),
  statusCode: z.optional(z.int()),
  /** Of a test event: the first kilobyte of the answer's body. Of other events a failed attempt's is an item beside. */
  answer: z.optional(z.string()),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** The states of a delivery; all but `pending` end it (invariant 3). */
export const DELIVERY_STATES = ['pending', 'delivered', 'not_delivered', 'skipped', 'superseded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why a delivery is `not_delivered` without a final attempt. `not_attempted`: the service failed to make attempts that
 * were due. `skipped` and `superseded` are states of their own.
 */
export const DELIVERY_OUTCOMES = ['not_attempted'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** The sweep's re-queues since `done` attempts were recorded; `at` is the time of the last. */
export const requeues = z.object({ count, done: count, at: timeMs });
export type Requeues = z.infer<typeof requeues>;

/**
 * The delivery of one event (§6.4) since its last resend. `resends` is how often it was resent, `done` the number of
 * recorded attempts since.
 */
export const delivery = z.object({
  state: z.enum(DELIVERY_STATES),
  resends: z.int().check(z.nonnegative()),
  done: count,
  attempts: z.array(deliveryAttempt),
  /** When the next attempt is due; absent before the first. */
  nextAttemptAt: z.optional(timeMs),
  outcome: z.optional(z.enum(DELIVERY_OUTCOMES)),
  /** Only on a delivery that the sweep has re-queued. */
  requeues: z.optional(requeues),
  /** The time of the last resend; who asked and why are in its record. */
  resentAt: z.optional(timeMs),
});
export type Delivery = z.infer<typeof delivery>;

/**
 * A status change with the frozen facts of its payload. The write that changes the status appends it, so that there
 * is no status without an event and no event without a status. A resend builds the same bytes from it.
 */
export const settlement = z.object({
  eventId: z.string(),
  status: z.enum(STATUSES),
  /** Why; only a test event has none. */
  cause: z.optional(z.enum(CAUSES)),
  /** The payload's `timestamp` (decision D21). */
  settledAt: timeMs,
  paymentMethod: z.nullable(z.enum(PAYMENT_METHODS)),
  paidAt: z.nullable(timeMs),
  /** Of the request that settled it, or of the sweep's run: each line about the delivery has it. */
  requestId: z.optional(z.string()),
  delivery,
});
export type Settlement = z.infer<typeof settlement>;

/** A Multibanco reference as the bank issued it. */
export const paymentReference = z.object({ entity: z.string(), reference: z.string(), expiresAt: timeMs });

/**
 * The main item of a transaction, under 1 KB so that a write costs one write unit. A `webhook.test` event has the same
 * schema under a `test_` id and is indexed for the sweep only (decision D11).
 */
export const transaction = z.object({
  transactionId: z.string(),
  merchantId: z.string(),
  externalOrderId: z.string(),
  amountCents: z.int().check(z.positive()),
  status: z.enum(STATUSES),
  createdAt: timeMs,
  paymentMethod: z.nullable(z.enum(PAYMENT_METHODS)),
  /** The merchant's bank account when the transaction was created; it never changes. */
  bankAccount: z.string(),
  attempts: z.array(bankAttempt),
  /** Index in `attempts` of the attempt that may be live. */
  liveAttempt: z.optional(count),
  mb: z.optional(paymentReference),
  paidAt: z.optional(timeMs),
  /** Index in `attempts` of the attempt that was paid; distinguishes a repeated confirmation from a second payment. */
  paidBy: z.optional(count),
  /** The bank's id of the movement of money, where it gave one; a second payment on the same attempt has another. */
  paidOperation: z.optional(z.string()),
  /** What the paying movement brought, in cents: 1500 of 1000 is 1500. Present once it is paid. */
  receivedCents: z.optional(count),
  /**
   * Number of items beside it that record other money, or a question that money answers: a callback or a refund. Of a new
   * one and of a payment without a read it must be the number that the writer knows.
   */
  otherMoney: z.optional(count),
  /** Only where the bank gave no time of payment and `paidAt` is our time. */
  paidAtIsOurs: z.optional(z.literal(true)),
  settlements: z.array(settlement),
  /** That of the newest settlement, for the index `settled`; absent before the first. */
  settledAt: z.optional(timeMs),
  /** Earliest time at which the sweep must check; present while pending or while a delivery is unfinished. */
  dueAt: z.optional(timeMs),
});
export type Transaction = z.infer<typeof transaction>;

/** Reads a transaction from its main item. Throws `UnreadableItem`. */
export function transactionOf(item: Attributes): Transaction {
  return parseItem(transaction, item);
}

/** The bank's id of the start that was paid; null while there is none. */
export function paidBankId({ attempts, paidBy }: Pick<Transaction, 'attempts' | 'paidBy'>): string | null {
  return paidBy === undefined ? null : (attempts[paidBy]?.bankId ?? null);
}
