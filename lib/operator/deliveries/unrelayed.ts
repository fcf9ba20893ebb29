import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { MAX_BATCH_KEYS } from '../../../functions/dynamo/batch-get.ts';
import { SHARDS } from '../../../functions/payments/tables.ts';
import { DELIVERY_STALLED_MS } from '../../../functions/payments/times.ts';
import { paymentsOn } from '../../../functions/payments/wiring.ts';
import type { DeliveryMessage, DeliveryQueue } from '../../../functions/webhooks/delivery-queue.ts';
import { TEST_SHARD } from '../../../functions/webhooks/event-kind.ts';
import { webhooksOn } from '../../../functions/webhooks/wiring.ts';
import { batchesIn, deleteMessages, putBack, tens } from './dead-letters.ts';
import type { RedriveReport } from './redrive.ts';

/** Lambda's failure message for stream records that it gave up: their position, without the records. */
const lostBatch = z.object({ DDBStreamBatchInfo: z.object({ shardId: z.string() }) });

export interface UnrelayedDependencies {
  sqs: SQSClient;
  client: DynamoDBClient;
  tableName: string;
  queue: DeliveryQueue;
  lostUrl: string;
  nowMs: number;
}

/**
 * Queues every event whose delivery has not begun, as the sweep would within five minutes, and then deletes the failure
 * messages. A failure message names no events, so all due transactions are scanned. An event that is queued twice is
 * delivered once.
 */
export async function redriveUnrelayed(
  dependencies: UnrelayedDependencies,
  { dryRun }: { dryRun: boolean },
): Promise<RedriveReport> {
  const { sqs, lostUrl } = dependencies;
  const report: RedriveReport = { found: 0, sent: 0, repeats: 0, malformed: [] };
  const failures: Message[] = [];
  const malformed: Message[] = [];
  for await (const batch of batchesIn(sqs, lostUrl)) {
    report.found += batch.length;
    for (const message of batch) (isFailureMessage(message.Body ?? '') ? failures : malformed).push(message);
  }
  report.malformed = malformed.map(({ MessageId = '', Body = '' }) => ({
    messageId: MessageId,
    reason: 'not a failure message of Lambda about stream records',
    body: Body,
  }));
  if (failures.length > 0) report.sent = await queueUnattempted(dependencies, dryRun);
  if (!dryRun) await deleteMessages(sqs, lostUrl, failures);
  await putBack(sqs, lostUrl, dryRun ? [...failures, ...malformed] : malformed);
  return report;
}

/** Returns the number of queued events. Throws when the queue does not accept all; the failure messages then stay. */
async function queueUnattempted(dependencies: UnrelayedDependencies, dryRun: boolean): Promise<number> {
  const { queue } = dependencies;
  let count = 0;
  for (let shard = 0; shard <= Math.max(SHARDS - 1, TEST_SHARD); shard += 1) {
    for await (const messages of unattemptedIn(dependencies, shard)) {
      count += messages.length;
      for (const batch of dryRun ? [] : tens(messages)) {
        const unsent = await queue.sendBatch(batch);
        if (unsent.length > 0) throw new Error('the delivery queue did not accept all messages: try again');
      }
    }
  }
  return count;
}

async function* unattemptedIn(
  { client: dynamo, tableName: transactions, nowMs }: UnrelayedDependencies,
  shard: number,
): AsyncGenerator<DeliveryMessage[]> {
  const on = { dynamo, clock: () => nowMs };
  const { due } = paymentsOn(on, { transactions }).transactions;
  const { readMainItems } = webhooksOn(on, { transactions });
  // A settled transaction is due at the latest five minutes after it settled.
  const dueBy = nowMs + DELIVERY_STALLED_MS;
  let page = await due(shard, dueBy, MAX_BATCH_KEYS);
  for (;;) {
    const records = await readMainItems(page.transactionIds);
    yield records.flatMap(({ transactionId, merchantId, settlements }) =>
      settlements
        .filter(({ delivery: { state, done } }) => state === 'pending' && done === 0)
        .map(({ eventId, delivery: { series, done } }) => ({ transactionId, eventId, series, done, merchantId })),
    );
    if (!page.after) return;
    page = await due(shard, dueBy, MAX_BATCH_KEYS, page.after);
  }
}

function isFailureMessage(body: string): boolean {
  try {
    return lostBatch.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
