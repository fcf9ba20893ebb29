import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields, withFields } from '../../runtime/logger.ts';
import { type DeliveryMessage, parseMessage, type RetryQueue, type SourceQueue } from '../delivery-queue.ts';
import { nextStep, type Plan, planDelivery } from '../plan.ts';
import { type AttemptDependencies, makeAttempt } from './attempt.ts';

export interface DeliverDependencies extends AttemptDependencies {
  retries: RetryQueue;
  sleep(durationMs: number): Promise<void>;
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
): Promise<SQSBatchResponse> {
  const source = sourceOf(event, retriesQueueUrl);
  const handled = await Promise.all(
    event.Records.map(async ({ messageId, body }) => ({
      itemIdentifier: messageId,
      isDone: await isHandled({ messageId, body, source }, dependencies),
    })),
  );
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

/** After a step: the message has done its part, its queue delivers it again, or this invocation goes on with another. */
type Step = 'done' | 'receive-again' | DeliveryMessage;

/** Steps through one delivery until the message has done its part. False when it should be received again. */
async function processDelivery(
  received: DeliveryMessage,
  source: SourceQueue,
  dependencies: DeliverDependencies,
): Promise<boolean> {
  const { deliveries, endpoints, clock } = dependencies;
  let step: Step = received;
  while (typeof step !== 'string') {
    const message: DeliveryMessage = step;
    const [record, endpoint] = await Promise.all([
      deliveries.read(message.transactionId),
      endpoints.read(message.merchantId),
    ]);
    const plan = planDelivery({ record, message, endpoint, nowMs: clock() });
    step = await follow(plan, message, source, dependencies);
  }
  return step === 'done';
}

/** Does one planned step. */
async function follow(
  plan: Plan,
  message: DeliveryMessage,
  source: SourceQueue,
  dependencies: DeliverDependencies,
): Promise<Step> {
  const { deliveries, retries, clock, logger } = dependencies;
  switch (plan.kind) {
    case 'drop':
      logger.info('delivery message dropped', { reason: plan.why });
      return 'done';
    case 'end': {
      const { kind, target, state, record } = plan;
      const written = await deliveries.write({ kind, target, state }, record);
      logger.info('delivery ended without attempt', { state, written });
      return written === 'recorded' ? 'done' : 'receive-again';
    }
    case 'wait':
      return wait(plan, message, dependencies);
    case 'attempt':
      if (source === 'retries' || (plan.endpoint.slowUntilMs ?? 0) <= clock()) {
        return attempt(plan, message, source, dependencies);
      }
      await retries.send(message, 0);
      logger.info('webhook retry queued');
      return 'done';
  }
}

// A wait this short is slept; a longer one goes back to the queue.
const MAX_SLEEP_MS = 1_000;

async function wait(
  { untilMs, isOwn }: Extract<Plan, { kind: 'wait' }>,
  message: DeliveryMessage,
  { clock, sleep, retries }: DeliverDependencies,
): Promise<Step> {
  // Another message carries the next attempt; this repeat stays in its queue in case that one is lost.
  if (!isOwn) return 'receive-again';
  const remainingMs = untilMs - clock();
  if (remainingMs > MAX_SLEEP_MS) {
    await retries.send(message, remainingMs);
    return 'done';
  }
  await sleep(Math.max(0, remainingMs));
  return message;
}

async function attempt(
  due: Extract<Plan, { kind: 'attempt' }>,
  message: DeliveryMessage,
  source: SourceQueue,
  dependencies: DeliverDependencies,
): Promise<Step> {
  const { retries, sleep, clock } = dependencies;
  const made = await makeAttempt(due, dependencies);
  if (made === 'raced') return 'receive-again';
  if (made.nextAttemptAt === undefined) return 'done';
  const next = { ...message, resends: due.target.resends, done: due.number };
  const remainingMs = Math.max(0, made.nextAttemptAt - clock());
  if (nextStep(due.number) === 'queue') {
    await retries.send(next, remainingMs);
    return 'done';
  }
  // A time-out has held this invocation, and the next attempt may do so again: that one belongs to the other
  // queue's share. The short delay before it is slept there.
  if (made.attempt.outcome === 'timeout' && source === 'deliveries') {
    await retries.send(next, 0);
    return 'done';
  }
  await sleep(remainingMs);
  return next;
}
