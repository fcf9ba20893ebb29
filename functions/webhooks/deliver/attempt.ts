import type { DeliveryAttempt } from '../../payments/transaction.ts';
import type { Clock } from '../../runtime/clock.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Deliveries } from '../deliveries.ts';
import type { WebhookEndpoints } from '../endpoint/webhook-endpoint.ts';
import { eventKind, payloadOf } from '../event.ts';
import { isTestEvent } from '../event-kind.ts';
import { type AttemptOutcome, isAnswered } from '../outcome.ts';
import { type AttemptRecord, type DueAttempt, recordOf } from '../plan.ts';
import { signedHeaders } from '../signature.ts';
import type { Send } from './sender.ts';

export interface AttemptDependencies {
  deliveries: Deliveries;
  endpoints: WebhookEndpoints;
  send: Send;
  clock: Clock;
  newAttemptId(): string;
  logger: Logger;
  /** How long a POST may be unanswered before its endpoint is marked slow; `UNANSWERED_AFTER_MS` by default. */
  unansweredAfterMs?: number;
}

// An endpoint that is marked slow gets its attempts through the retry queue. The mark is set long before the
// time-out, because each unanswered POST occupies an environment of the first queue: until the mark an endpoint that
// hangs takes half an environment for each event a second. It is short, because a good endpoint may be slow once, and
// renewed by the next attempt that is not answered, when half of it is over: so a burst costs few writes.
export const UNANSWERED_AFTER_MS = 500;
export const SLOW_MARK_MS = MINUTE_MS;

/** Makes one attempt and records it (§6.4). Returns what was recorded, or `raced` when another worker was first. */
export async function makeAttempt(
  due: DueAttempt,
  dependencies: AttemptDependencies,
): Promise<AttemptRecord | 'raced'> {
  const { record, target, number } = due;
  const { deliveries, clock, logger } = dependencies;
  const startedAt = clock();
  const { outcome, marked } = await postAndMark(due, startedAt, dependencies);
  const attempt = attemptOf(dependencies.newAttemptId(), startedAt, outcome);
  // In the attempt's write: the page that follows a test event reads both.
  if (isTestEvent(record) && isAnswered(outcome)) attempt.answer = await outcome.answer;
  const change = recordOf(target, number, attempt);
  const written = await deliveries.write(change, record);
  logger.info('webhook attempted', {
    merchantId: record.merchantId,
    resends: target.resends,
    attempt: number,
    outcome: outcome.kind,
    statusCode: isAnswered(outcome) ? outcome.statusCode : undefined,
    detail: isAnswered(outcome) ? undefined : outcome.detail,
    durationMs: outcome.durationMs,
    state: written === 'recorded' ? change.state : written,
  });
  // After the invocation has answered, Lambda may freeze an open call.
  await marked;
  if (outcome.kind === 'status' && attempt.answer === undefined && written === 'recorded') {
    await storeAnswer(due, outcome.answer, dependencies);
  }
  return written === 'recorded' ? change : 'raced';
}

/** Sends the POST, and marks the endpoint slow if it is not answered soon; `marked` resolves when that is written. */
async function postAndMark(
  due: DueAttempt,
  nowMs: number,
  dependencies: AttemptDependencies,
): Promise<{ outcome: AttemptOutcome; marked: Promise<void> }> {
  let marked = Promise.resolve();
  let hasEnded = false;
  const markUnanswered = () => {
    if (!hasEnded) marked = markSlow(due, dependencies);
  };
  // One turn of the event loop later: if this process was delayed, an answer may have arrived and not been read.
  const timer = setTimeout(() => setImmediate(markUnanswered), dependencies.unansweredAfterMs ?? UNANSWERED_AFTER_MS);
  try {
    const outcome = await post(due, nowMs, dependencies.send);
    return { outcome, marked };
  } finally {
    hasEnded = true;
    clearTimeout(timer);
  }
}

async function post({ record, endpoint, target }: DueAttempt, nowMs: number, send: Send): Promise<AttemptOutcome> {
  const settlement = record.settlements[target.index];
  if (!settlement) throw new Error('attempt: no such settlement');
  const kind = eventKind(record, settlement);
  // Serialised once: the bytes that are signed are the bytes that are sent (invariant 4).
  const body = Buffer.from(payloadOf(record, settlement));
  const headers = signedHeaders({ body, kind, eventId: target.eventId, secrets: endpoint.secrets, nowMs });
  return send({ url: endpoint.url, headers, body });
}

function attemptOf(id: string, startedAt: number, outcome: AttemptOutcome): DeliveryAttempt {
  const attempt = { id, startedAt, durationMs: outcome.durationMs, outcome: outcome.kind };
  return isAnswered(outcome) ? { ...attempt, statusCode: outcome.statusCode } : attempt;
}

// The following two writes are best effort: if one fails, the delivery continues.

async function markSlow({ record, endpoint }: DueAttempt, dependencies: AttemptDependencies) {
  const { merchantId } = record;
  const nowMs = dependencies.clock();
  if ((endpoint.slowUntilMs ?? 0) >= nowMs + SLOW_MARK_MS / 2) return;
  try {
    await dependencies.endpoints.markSlow(merchantId, nowMs + SLOW_MARK_MS);
  } catch (error) {
    dependencies.logger.warn('slow mark not stored', { merchantId, ...errorFields(error) });
  }
}

async function storeAnswer({ target, number }: DueAttempt, answer: string, dependencies: AttemptDependencies) {
  if (answer === '') return;
  try {
    await dependencies.deliveries.storeAnswer(target, number, answer, dependencies.clock());
  } catch (error) {
    dependencies.logger.warn('webhook answer not stored', errorFields(error));
  }
}
