import type { DeliveryAttempt } from '../payments/transaction.ts';
import type { DeliveryMessage } from './delivery-queue.ts';
import type { WebhookEndpoint } from './endpoint/webhook-endpoint.ts';
import type { EventRecord } from './event.ts';
import { isTestEvent } from './event-kind.ts';

/** Which settlement of which record, after how many resends: the facts that a write's condition compares. */
export interface DeliveryTarget {
  transactionId: string;
  /** Position in `settlements`, which only ever grows at its end. */
  index: number;
  eventId: string;
  resends: number;
}

export type Plan =
  | { kind: 'drop'; why: 'unknown-event' | 'before-resend' | 'ended' }
  /** `superseded`: a newer settlement exists, and its event is the valid one. `skipped`: webhooks are off. */
  | { kind: 'end'; state: 'superseded' | 'skipped'; target: DeliveryTarget; record: EventRecord }
  /** The next attempt is not due yet. `isOwn`: this message is the one for it; else it repeats an older one. */
  | { kind: 'wait'; untilMs: number; isOwn: boolean }
  | ({ kind: 'attempt' } & DueAttempt);

export interface DueAttempt {
  record: EventRecord;
  endpoint: WebhookEndpoint;
  target: DeliveryTarget;
  number: number;
}

/** What the decision is made from. */
export interface DeliveryView {
  record: EventRecord | undefined;
  message: DeliveryMessage;
  /** Undefined where the merchant has no URL. */
  endpoint: WebhookEndpoint | undefined;
  nowMs: number;
}

/**
 * What to do with a message (decision D13): the record, not the message, decides which attempt
 * is next. A message is dropped only when the event was resent since, its delivery has ended, or there is no such
 * event.
 */
export function planDelivery({ record, message, endpoint, nowMs }: DeliveryView): Plan {
  const index = record?.settlements.findIndex((settlement) => settlement.eventId === message.eventId) ?? -1;
  const delivery = record?.settlements[index]?.delivery;
  if (!record || !delivery) return { kind: 'drop', why: 'unknown-event' };
  if (message.resends < delivery.resends) return { kind: 'drop', why: 'before-resend' };
  const target = { transactionId: record.transactionId, index, eventId: message.eventId, resends: delivery.resends };
  if (delivery.state !== 'pending' || delivery.done >= MAX_ATTEMPTS) return { kind: 'drop', why: 'ended' };
  if (index < record.settlements.length - 1) return { kind: 'end', state: 'superseded', target, record };
  const isWanted = endpoint?.enabled || isTestEvent(record);
  if (!endpoint || !isWanted) return { kind: 'end', state: 'skipped', target, record };
  if (delivery.nextAttemptAt !== undefined && nowMs < delivery.nextAttemptAt) {
    return { kind: 'wait', untilMs: delivery.nextAttemptAt, isOwn: message.done >= delivery.done };
  }
  return { kind: 'attempt', number: delivery.done + 1, target, record, endpoint };
}

/** What an attempt changes on its delivery. */
export interface AttemptRecord {
  kind: 'attempt';
  target: DeliveryTarget;
  /** From 1; the condition of the write is that one less are recorded. */
  number: number;
  attempt: DeliveryAttempt;
  state: 'pending' | 'delivered' | 'not_delivered';
  /** When the next attempt is due; absent when none follows. */
  nextAttemptAt?: number;
}

/** The record of attempt `number`: delivered, the next attempt is due, or not delivered after the last (§6.4). */
export function recordOf(target: DeliveryTarget, number: number, attempt: DeliveryAttempt): AttemptRecord {
  const made = { kind: 'attempt', target, number, attempt } as const;
  if (attempt.outcome === 'delivered') return { ...made, state: 'delivered' };
  if (nextStep(number) === 'give-up') return { ...made, state: 'not_delivered' };
  const delayMs = DELAYS_BEFORE_ATTEMPT_MS[number] ?? 0;
  const nextAttemptAt = attempt.startedAt + attempt.durationMs + delayMs;
  return { ...made, state: 'pending', nextAttemptAt };
}

/** Delay before each attempt, counted from the end of the attempt before (§6.4, decision D13). */
export const DELAYS_BEFORE_ATTEMPT_MS = [0, 200, 1_000, 5_000] as const;

export const MAX_ATTEMPTS = DELAYS_BEFORE_ATTEMPT_MS.length;

/** For how long the answer to a failed attempt is stored. */
export const ANSWER_STORED_DAYS = 30;

/** The contract's time-out (§6.4): from the start to the end of the answer's headers, looking up the name included. */
export const DEADLINE_MS = 8_000;

// More of an answer is neither read nor stored (decision D13).
export const MAX_ANSWER_BYTES = 1_024;

// SQS delays are whole seconds: a shorter delay is slept in the invocation that made the attempt before.
const SMALLEST_QUEUE_DELAY_MS = 1_000;

/**
 * `sleep`: sleep in this invocation, then make the attempt. `queue`: hand over to the retry queue with a message delay
 * of whole seconds. `give-up`: no attempt is left, the delivery is not delivered.
 */
export type NextStep = 'sleep' | 'queue' | 'give-up';

/** What follows when `attemptsDone` attempts have been made and the last one failed. */
export function nextStep(attemptsDone: number): NextStep {
  const delayMs = DELAYS_BEFORE_ATTEMPT_MS[attemptsDone];
  if (delayMs === undefined) return 'give-up';
  return delayMs < SMALLEST_QUEUE_DELAY_MS ? 'sleep' : 'queue';
}
