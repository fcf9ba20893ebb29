import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields, withFields } from '../../runtime/logger.ts';
import {
  type DeliveryMessage,
  type Inbox,
  parseMessage,
  type RetryQueue,
  type SourceQueue,
} from '../delivery-queue.ts';
import type { WebhookEndpoint } from '../endpoint/webhook-endpoint.ts';
import type { EventRecord } from '../event.ts';
import { type DeliveryTarget, nextStep, type Plan, planDelivery } from '../plan.ts';
import { type AttemptDependencies, type DueAttempt, makeAttempt } from './attempt.ts';
import { pollWhileWaiting } from './poll-while-waiting.ts';

/** With it an invocation receives more messages while it waits for an answer; without it, it handles its batch only. */
export interface Polling {
  inboxes: Record<SourceQueue, Inbox>;
  /** Until Lambda ends the invocation. */
  remainingMs(): number;
}

/**
 * Continues deliveries (§6.4), the messages of a batch side by side, so that one slow endpoint does not hold up the
 * others. Answers the messages to be received again: malformed ones, those whose handling failed, and those that lost a
 * race. A lost race is received again after the visibility time-out and finds the delivery ended, or continues it if
 * the winner has died; until then it costs no further POST.
 */
export async function deliver(
  event: SQSEvent,
  retriesQueueUrl: string,
  dependencies: DeliverDependencies,
  polling?: Polling,
): Promise<SQSBatchResponse> {
  const source = sourceOf(event, retriesQueueUrl);
  const handle = (messageId: string, body: string) => isHandled({ messageId, body, source }, dependencies);
  const batch = event.Records.map(async ({ messageId, body }) => ({
    itemIdentifier: messageId,
    isDone: await handle(messageId, body),
  }));
  if (polling) {
    const { inboxes, remainingMs } = polling;
    await pollWhileWaiting(batch, { source, inbox: inboxes[source], remainingMs, handle, ...dependencies });
  }
  const handled = await Promise.all(batch);
  const batchItemFailures = handled.filter(({ isDone }) => !isDone).map(({ itemIdentifier }) => ({ itemIdentifier }));
  return { batchItemFailures };
}

// A batch is of one queue. The last part of a queue's URL and of its ARN is its name.
function sourceOf({ Records: [first] }: SQSEvent, retriesQueueUrl: string): SourceQueue {
  const queueName = retriesQueueUrl.slice(retriesQueueUrl.lastIndexOf('/') + 1);
  return first?.eventSourceARN.endsWith(`:${queueName}`) ? 'retries' : 'deliveries';
}

async function isHandled(
  { messageId, body, source }: { messageId: string; body: string; source: SourceQueue },
  dependencies: DeliverDependencies,
): Promise<boolean> {
  let message: DeliveryMessage;
  try {
    message = parseMessage(body);
  } catch {
    dependencies.logger.error('delivery message rejected', { messageId });
    return false;
  }
  const { transactionId, eventId, requestId } = message;
  const logger = withFields(dependencies.logger, { transactionId, eventId, requestId });
  try {
    return await processDelivery(message, source, { ...dependencies, logger });
  } catch (error) {
    logger.error('delivery interrupted', errorFields(error));
    return false;
  }
}

export interface DeliverDependencies extends AttemptDependencies {
  retries: RetryQueue;
  sleep(durationMs: number): Promise<void>;
}

// A wait this short is slept; a longer one goes back to the queue.
const MAX_SLEEP_MS = 1_000;

/** Steps through one delivery until the message has done its part. False when it should be received again. */
export async function processDelivery(
  received: DeliveryMessage,
  source: SourceQueue,
  dependencies: DeliverDependencies,
): Promise<boolean> {
  let message = received;
  let isStrong = false;
  for (;;) {
    const { record, endpoint } = await readBoth(message, isStrong, dependencies);
    const view = { record, message, isConsistentRead: isStrong, nowMs: dependencies.clock() };
    const plan = planDelivery(view, { hasEndpoint: endpoint !== undefined, isEnabled: endpoint?.enabled ?? false });
    // After a revival a stale read would show the delivery as ended still.
    isStrong = plan.kind === 'read-again' || plan.kind === 'revive';
    const step = await follow({ plan, message, record, endpoint, source }, dependencies);
    if (step.kind !== 'continue') return step.kind === 'done';
    message = step.message;
  }
}

async function readBoth(
  { transactionId, merchantId }: DeliveryMessage,
  isStrong: boolean,
  { deliveries, endpoints }: DeliverDependencies,
): Promise<{ record: EventRecord | undefined; endpoint: WebhookEndpoint | undefined }> {
  const [record, endpoint] = await Promise.all([
    deliveries.read(transactionId, isStrong ? 'strong' : 'eventual'),
    endpoints.read(merchantId),
  ]);
  return { record, endpoint };
}

interface Situation {
  plan: Plan;
  message: DeliveryMessage;
  record: EventRecord | undefined;
  endpoint: WebhookEndpoint | undefined;
  source: SourceQueue;
}

/** What becomes of a message after a step. */
type Step =
  /** It has done its part. */
  | { kind: 'done' }
  /** This invocation takes the next step, with this message. */
  | { kind: 'continue'; message: DeliveryMessage }
  /** The queue delivers it again. */
  | { kind: 'receive-again' };

const DONE: Step = { kind: 'done' };
const RECEIVE_AGAIN: Step = { kind: 'receive-again' };

/** Does one planned step. */
async function follow(situation: Situation, dependencies: DeliverDependencies): Promise<Step> {
  const { plan, message, record, endpoint, source } = situation;
  switch (plan.kind) {
    case 'read-again':
      return { kind: 'continue', message };
    case 'drop':
      dependencies.logger.info('delivery message dropped', { reason: plan.why });
      return DONE;
    case 'wait':
      return wait(plan, message, dependencies);
    case 'end': {
      if (!record) return RECEIVE_AGAIN;
      const { kind, target, state } = plan;
      const written = await dependencies.deliveries.write({ kind, target, state }, record);
      dependencies.logger.info('delivery ended without attempt', { state, written });
      return written === 'recorded' ? DONE : RECEIVE_AGAIN;
    }
    case 'revive':
      return revive(plan.target, message, record, dependencies);
    case 'attempt': {
      if (!record || !endpoint) return RECEIVE_AGAIN;
      const isSlow = (endpoint.slowUntilMs ?? 0) > dependencies.clock();
      if (isSlow && source === 'deliveries') {
        await dependencies.retries.send(message, 0);
        dependencies.logger.info('webhook retry queued');
        return DONE;
      }
      const due = { record, endpoint, target: plan.target, number: plan.number };
      return attempt({ message, due, source }, dependencies);
    }
  }
}

async function revive(
  target: DeliveryTarget,
  message: DeliveryMessage,
  record: EventRecord | undefined,
  { deliveries, clock, logger }: DeliverDependencies,
): Promise<Step> {
  if (!record) return RECEIVE_AGAIN;
  const written = await deliveries.write({ kind: 'revival', target, revivedAt: clock() }, record);
  logger.info('delivery resumed', { written });
  return written === 'recorded' ? { kind: 'continue', message } : RECEIVE_AGAIN;
}

async function wait(
  { untilMs, isOwn }: { untilMs: number; isOwn: boolean },
  message: DeliveryMessage,
  { clock, sleep, retries }: DeliverDependencies,
): Promise<Step> {
  // Another message carries the next attempt; this repeat stays in its queue in case that one is lost.
  if (!isOwn) return RECEIVE_AGAIN;
  const remainingMs = untilMs - clock();
  if (remainingMs > MAX_SLEEP_MS) {
    await retries.send(message, remainingMs);
    return DONE;
  }
  await sleep(Math.max(0, remainingMs));
  return { kind: 'continue', message };
}

async function attempt(
  { message, due, source }: { message: DeliveryMessage; due: DueAttempt; source: SourceQueue },
  dependencies: DeliverDependencies,
): Promise<Step> {
  const made = await makeAttempt(due, dependencies);
  if (made === 'raced') return RECEIVE_AGAIN;
  if (made.nextAttemptAt === undefined) return DONE;
  const next = { ...message, series: due.target.series, done: due.number };
  const remainingMs = Math.max(0, made.nextAttemptAt - dependencies.clock());
  if (nextStep(due.number) === 'sleep') {
    // A time-out has held this invocation, and the next attempt may do so again: that one belongs to the other
    // queue's share. The short delay before it is slept there.
    if (made.attempt.outcome === 'timeout' && source === 'deliveries') {
      await dependencies.retries.send(next, 0);
      return DONE;
    }
    await dependencies.sleep(remainingMs);
    return { kind: 'continue', message: next };
  }
  await dependencies.retries.send(next, remainingMs);
  return DONE;
}
