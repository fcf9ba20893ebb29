import { amountOf } from '../../payments/amount.ts';
import type { DeliveryOutcome, DeliveryState, Settlement } from '../../payments/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { type EventKind, PAYMENT_EVENTS } from '../../webhooks/event-kind.ts';

/**
 * Why the merchant was not notified:
 * - `not_delivered`: every attempt failed; `skipped`: webhooks were off or there was no URL;
 * - `not_attempted`: given up because its messages were lost; one may be in a dead-letter queue;
 * - `unattempted`: nothing was tried for over a minute; `stalled`: tried, and the next attempt is over a minute late.
 */
export const UNNOTIFIED_REASONS = ['not_delivered', 'skipped', 'not_attempted', 'unattempted', 'stalled'] as const;
export type UnnotifiedReason = (typeof UNNOTIFIED_REASONS)[number];

/** Of deliveries that ended: they can be sent again. */
export const ENDED_REASONS = ['not_delivered', 'skipped', 'not_attempted'] as const satisfies UnnotifiedReason[];
export type EndedReason = (typeof ENDED_REASONS)[number];

/** Since the event: under an hour, a day, a week, or longer. */
export const AGES = ['hour', 'day', 'week', 'older'] as const;
export type Age = (typeof AGES)[number];

const MAX_WAIT_MS = MINUTE_MS;

export function ageOf(sinceMs: number, nowMs: number): Age {
  const ageMs = nowMs - sinceMs;
  if (ageMs < HOUR_MS) return 'hour';
  if (ageMs < DAY_MS) return 'day';
  return ageMs < 7 * DAY_MS ? 'week' : 'older';
}

/** Why an unfinished delivery is late; undefined while it is in time. */
export function waitingReason({ settledAt, delivery }: Settlement, nowMs: number): UnnotifiedReason | undefined {
  const { state, done, attempts, nextAttemptAt, resentAt } = delivery;
  if (state !== 'pending') return undefined;
  const last = attempts.at(-1);
  const dueAt = last ? (nextAttemptAt ?? last.startedAt + last.durationMs) : (resentAt ?? settledAt);
  if (nowMs - dueAt <= MAX_WAIT_MS) return undefined;
  return done === 0 ? 'unattempted' : 'stalled';
}

/** The reason of a delivery whose attempts do not show how it ended; the compiler requires one for each outcome. */
const REASON_OF_OUTCOME = { not_attempted: 'not_attempted' } as const satisfies Record<
  DeliveryOutcome,
  UnnotifiedReason
>;

/** The reason of a delivery that ended without notifying the merchant. */
export function endedReason(state: DeliveryState, outcome: string | null): EndedReason {
  if (state === 'skipped') return 'skipped';
  return REASON_OF_OUTCOME[outcome as DeliveryOutcome] ?? 'not_delivered';
}

/** An event of which the merchant was not notified. */
export interface Unnotified {
  transactionId: string;
  event: EventKind;
  why: UnnotifiedReason;
  settledAt: number;
  amountCents: number;
}

export interface UnnotifiedLine {
  event: EventKind;
  why: UnnotifiedReason;
  age: Age;
  count: number;
  /** The transactions' amounts, EUR; only those of `payment.success` were paid. */
  euros: number;
}

export interface CountAndEuros {
  count: number;
  euros: number;
}

/** Counts and euros by event, reason and age, the most urgent first; each transaction once, by its newest event. */
export function unnotifiedLines(unnotified: readonly Unnotified[], nowMs: number): UnnotifiedLine[] {
  const lines = new Map<string, { line: Omit<UnnotifiedLine, 'euros'>; cents: number }>();
  for (const { event, why, settledAt, amountCents } of unnotified) {
    const age = ageOf(settledAt, nowMs);
    const name = `${event} ${why} ${age}`;
    const known = lines.get(name) ?? { line: { event, why, age, count: 0 }, cents: 0 };
    known.line.count += 1;
    known.cents += amountCents;
    lines.set(name, known);
  }
  return [...lines.values()].map(({ line, cents }) => ({ ...line, euros: amountOf(cents) })).sort(byUrgency);
}

export function countAndEuros(unnotified: readonly Unnotified[]): CountAndEuros {
  return {
    count: unnotified.length,
    euros: amountOf(unnotified.reduce((sum, { amountCents }) => sum + amountCents, 0)),
  };
}

const EVENTS: readonly EventKind[] = PAYMENT_EVENTS;

function byUrgency(a: UnnotifiedLine, b: UnnotifiedLine): number {
  return (
    EVENTS.indexOf(a.event) - EVENTS.indexOf(b.event) ||
    UNNOTIFIED_REASONS.indexOf(a.why) - UNNOTIFIED_REASONS.indexOf(b.why) ||
    AGES.indexOf(b.age) - AGES.indexOf(a.age)
  );
}
