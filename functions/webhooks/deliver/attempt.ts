import type { DeliveryAttempt } from '../../payments/transaction.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Deliveries } from '../deliveries.ts';
import type { WebhookEndpoint, WebhookEndpoints } from '../endpoint/webhook-endpoint.ts';
import { type EventRecord, eventKind, payloadOf } from '../event.ts';
import { isTestEvent } from '../event-kind.ts';
import type { AttemptOutcome } from '../outcome.ts';
import { type AttemptRecord, type DeliveryTarget, recordOf } from '../plan.ts';
import { signedHeaders } from '../signature.ts';
import type { Send } from './sender.ts';

export interface AttemptDependencies {
  deliveries: Deliveries;
  endpoints: WebhookEndpoints;
  send: Send;
  clock: Clock;
  newAttemptId(): string;
  logger: Logger;
  /** How long a POST may be unanswered before its merchant counts as slow; 2 s by default. */
  unansweredAfterMs?: number;
}

export interface DueAttempt {
  record: EventRecord;
  endpoint: WebhookEndpoint;
  target: DeliveryTarget;
  number: number;
}

// A merchant whose endpoint hangs has its attempts made over the other queue. The first mark does not wait for the
// time-out: each event of such an endpoint holds an environment meanwhile, and a few of them could take the first queue's
// whole share. It is twice the time within which receivers are asked to answer (§6.4), and for half a minute only,
// since a good endpoint may be slow once and should not stand in line behind hanging ones for long. A time-out makes
// ten minutes of it. A mark is renewed only when half of it is over, so that a burst costs few writes.
const UNANSWERED_AFTER_MS = 2_000;
const UNANSWERED_MARK_MS = 30_000;
const TIMEOUT_MARK_MS = 10 * 60_000;

/** Makes one attempt and records it (§6.4). Answers what was recorded, or `raced` when another worker was first. */
export async function makeAttempt(
  due: DueAttempt,
  dependencies: AttemptDependencies,
): Promise<AttemptRecord | 'raced'> {
  const { record, target, number } = due;
  const { deliveries, clock, logger } = dependencies;
  const startedAt = clock();
  const { outcome, marked } = await watchedPost(due, startedAt, dependencies);
  const attempt = attemptOf(dependencies.newAttemptId(), startedAt, outcome);
  // With the attempt, so that the page of the test finds both at once.
  if (isTestEvent(record) && 'answer' in outcome) attempt.answer = await outcome.answer;
  const change = recordOf(target, number, attempt);
  const written = await deliveries.write(change, record);
  logger.info('webhook attempted', {
    transactionId: target.transactionId,
    eventId: target.eventId,
    merchantId: record.merchantId,
    series: target.series,
    attempt: number,
    outcome: outcome.class,
    statusCode: 'statusCode' in outcome ? outcome.statusCode : undefined,
    detail: 'detail' in outcome ? outcome.detail : undefined,
    durationMs: outcome.durationMs,
    state: written === 'recorded' ? change.state : written,
  });
  // Not left behind: once the invocation has answered, Lambda may freeze it with the call half made.
  await marked;
  if (outcome.class === 'status' && attempt.answer === undefined && written === 'recorded') {
    await keepAnswer(due, outcome.answer, dependencies);
  }
  return written === 'recorded' ? change : 'raced';
}

/** The POST, and beside it the marks when its answer is long in coming; `marked` resolves when those are done with. */
async function watchedPost(
  due: DueAttempt,
  nowMs: number,
  dependencies: AttemptDependencies,
): Promise<{ outcome: AttemptOutcome; marked: Promise<void> }> {
  let marked = Promise.resolve();
  let isAnswered = false;
  const markUnanswered = () => {
    if (!isAnswered) marked = markSlow(due, UNANSWERED_MARK_MS, dependencies);
  };
  // One turn later: where this process itself was held up, the answer may be there already, only not yet read.
  const timer = setTimeout(() => setImmediate(markUnanswered), dependencies.unansweredAfterMs ?? UNANSWERED_AFTER_MS);
  try {
    const outcome = await post(due, nowMs, dependencies.send);
    if (outcome.class === 'timeout') marked = marked.then(() => markSlow(due, TIMEOUT_MARK_MS, dependencies));
    return { outcome, marked };
  } finally {
    isAnswered = true;
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
  const attempt = { id, startedAt, durationMs: outcome.durationMs, outcome: outcome.class };
  if ('statusCode' in outcome) return { ...attempt, statusCode: outcome.statusCode };
  return outcome.failure ? { ...attempt, failure: outcome.failure } : attempt;
}

// Both of the following are best effort: failing at them must not cost the delivery its next attempt.

async function markSlow({ record, endpoint }: DueAttempt, forMs: number, dependencies: AttemptDependencies) {
  const { merchantId } = record;
  const nowMs = dependencies.clock();
  if ((endpoint.slowUntilMs ?? 0) >= nowMs + forMs / 2) return;
  try {
    await dependencies.endpoints.markSlow(merchantId, nowMs + forMs);
  } catch (error) {
    dependencies.logger.warn('slow mark not stored', { merchantId, ...errorFields(error) });
  }
}

async function keepAnswer({ target, number }: DueAttempt, answer: string, dependencies: AttemptDependencies) {
  if (answer === '') return;
  try {
    await dependencies.deliveries.keepAnswer(target, number, answer, dependencies.clock());
  } catch (error) {
    const { transactionId } = target;
    dependencies.logger.warn('webhook answer not stored', { transactionId, ...errorFields(error) });
  }
}
