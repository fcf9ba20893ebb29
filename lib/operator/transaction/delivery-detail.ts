import type { Delivery, DeliveryOutcome, DeliveryState } from '../../../functions/payments/transaction.ts';
import type { Attributes } from '../../../functions/runtime/attributes.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { type EventRecord, eventKind, payloadOf } from '../../../functions/webhooks/event.ts';
import { DELIVERY_SENTENCES, OUTCOME_SENTENCES, type OutcomeCode } from '../../../functions/webhooks/outcome.ts';
import { isResendRecord, resendRecordOf } from '../../../functions/webhooks/resend/resend-record.ts';

interface AttemptDetail {
  number: number;
  startedAt: string;
  durationMs: number;
  outcome: OutcomeCode;
  statusCode: number | null;
  /**
   * The first kilobyte of the response to a failed attempt, stored for `ANSWER_STORED_DAYS`; of a test, to any, for
   * `TEST_EVENT_DAYS`.
   */
  answer: string | null;
}

interface DeliveryDetail {
  state: DeliveryState;
  resends: number;
  /** Why it ended, if neither the attempts nor the state show it. */
  outcome: DeliveryOutcome | null;
  nextAttemptAt: string | null;
  /** How often the sweep re-queued it. */
  requeues: number;
  attempts: AttemptDetail[];
}

export interface SettlementDetail {
  eventId: string;
  event: string;
  settledAt: string;
  /** The exact text that is sent. */
  payload: string;
  delivery: DeliveryDetail;
  /** The deliveries before, each with the resend that followed it. */
  earlierDeliveries: (DeliveryDetail & { resent: { at: string; who: string; why: string } })[];
}

/** Each event of a record with its deliveries. `items` are the items of the partition by sort key. */
export function settlementDetails(record: EventRecord, items: ReadonlyMap<string, Attributes>): SettlementDetail[] {
  const older = [...items].filter(([sortKey]) => isResendRecord(sortKey)).map(([, item]) => resendRecordOf(item));
  return record.settlements.map((settlement) => {
    const { eventId, settledAt, delivery } = settlement;
    return {
      eventId,
      event: eventKind(record, settlement),
      settledAt: isoTime(settledAt),
      payload: payloadOf(record, settlement),
      delivery: deliveryDetail(eventId, delivery, items),
      earlierDeliveries: older
        .filter((each) => each.eventId === eventId)
        .sort((a, b) => a.delivery.resends - b.delivery.resends)
        .map(({ delivery: earlier, resentAt, who, why }) => ({
          ...deliveryDetail(eventId, earlier, items),
          resent: { at: isoTime(resentAt), who, why },
        })),
    };
  });
}

function deliveryDetail(eventId: string, delivery: Delivery, items: ReadonlyMap<string, Attributes>): DeliveryDetail {
  const { state, resends, outcome = null, nextAttemptAt, requeues, attempts } = delivery;
  return {
    state,
    resends,
    outcome,
    nextAttemptAt: nextAttemptAt === undefined ? null : isoTime(nextAttemptAt),
    requeues: requeues?.count ?? 0,
    attempts: attempts.map((attempt, index) => ({
      number: index + 1,
      startedAt: isoTime(attempt.startedAt),
      durationMs: attempt.durationMs,
      outcome: attempt.outcome,
      statusCode: attempt.statusCode ?? null,
      answer: attempt.answer ?? items.get(`answer#${eventId}#${resends}#${index + 1}`)?.answer?.S ?? null,
    })),
  };
}

/** The event as text. */
export function settlementLines(settlement: SettlementDetail): string[] {
  const { event, settledAt, eventId, payload, delivery, earlierDeliveries } = settlement;
  const lines = ['', `${event} at ${settledAt} (${eventId}): ${delivery.state}`, `  payload: ${payload}`];
  for (const earlier of earlierDeliveries) {
    const { at, who, why } = earlier.resent;
    lines.push(...deliveryLines(earlier), `  ${earlier.state}`, `  resent at ${at} by ${who}: ${why}`);
  }
  return [...lines, ...deliveryLines(delivery)];
}

function deliveryLines({ state, attempts, outcome, nextAttemptAt, requeues }: DeliveryDetail): string[] {
  const lines = attempts.flatMap(attemptLines);
  if (attempts.length === 0) lines.push('  no attempt recorded');
  if (requeues > 0) lines.push(`  re-queued by the sweep: ${requeues}`);
  const end = state === 'skipped' || state === 'superseded' ? state : outcome;
  if (end) lines.push(`  ${end}: ${DELIVERY_SENTENCES[end]}`);
  if (nextAttemptAt) lines.push(`  next attempt at ${nextAttemptAt}`);
  return lines;
}

function attemptLines(attempt: AttemptDetail): string[] {
  const { number, startedAt, durationMs, outcome, statusCode, answer } = attempt;
  const code = statusCode === null ? '' : ` ${statusCode}`;
  const first = `  ${number}. ${startedAt}  ${durationMs} ms  ${outcome}${code}  ${OUTCOME_SENTENCES[outcome]}`;
  return answer === null ? [first] : [first, `     answered: ${JSON.stringify(answer)}`];
}
