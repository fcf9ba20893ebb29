import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields } from '../../runtime/logger.ts';
import type { Inbox, SourceQueue } from '../delivery-queue.ts';
import { type DeliveryMessage, parseMessage } from '../message.ts';
import { takeFurther } from './poll-while-waiting.ts';
import { type ProcessDeliveryDependencies, processDelivery } from './process-delivery.ts';

export type DeliverDependencies = ProcessDeliveryDependencies;

/** What lets an invocation take messages by itself while it waits for an answer; without it, it does its batch only. */
export interface Further {
  inboxes: Record<SourceQueue, Inbox>;
  /** Until Lambda ends the invocation. */
  remainingMs(): number;
}

/**
 * Carries deliveries on (§6.4), the messages of a batch side by side, so that one slow endpoint does not hold
 * up the others. Answers the messages to be received again: malformed ones, those whose handling failed, and those that
 * lost a race. A lost race comes back after the visibility time-out and finds the delivery ended, or carries it on if the
 * winner has died; until then it costs no further POST.
 */
export async function deliver(
  event: SQSEvent,
  retriesQueueUrl: string,
  dependencies: DeliverDependencies,
  further?: Further,
): Promise<SQSBatchResponse> {
  const source = sourceOf(event, retriesQueueUrl);
  const handle = (messageId: string, body: string) => isHandled({ messageId, body, source }, dependencies);
  const batch = event.Records.map(async ({ messageId, body }) => ({
    itemIdentifier: messageId,
    isDone: await handle(messageId, body),
  }));
  if (further) {
    const { inboxes, remainingMs } = further;
    await takeFurther(batch, { source, inbox: inboxes[source], remainingMs, handle, ...dependencies });
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
    dependencies.logger.error('webhook: malformed message', { messageId });
    return false;
  }
  try {
    return await processDelivery(message, source, dependencies);
  } catch (error) {
    const { transactionId, eventId } = message;
    dependencies.logger.error('webhook: delivery interrupted', { transactionId, eventId, ...errorFields(error) });
    return false;
  }
}
