import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { MAX_BATCH_KEYS } from '../../../functions/dynamo/batch-get.ts';
import { SHARDS } from '../../../functions/payments/tables.ts';
import { DELIVERY_STALLED_MS } from '../../../functions/payments/times.ts';
import { transactionsTable } from '../../../functions/payments/transactions.table.ts';
import { deliveryQueue } from '../../../functions/webhooks/delivery-queue.sqs.ts';
import type { DeliveryMessage } from '../../../functions/webhooks/delivery-queue.ts';
import { TEST_SHARD } from '../../../functions/webhooks/event-kind.ts';
import { readMainItems } from '../../../functions/webhooks/resend/find-deliveries.table.ts';
import { batchesIn, deleteMessages, putBack, tens } from './dead-letters.ts';
import type { RedriveReport } from './redrive.ts';

/** What Lambda leaves of stream records it gave up: where they were, not what they were. */
const lostBatch = z.object({ DDBStreamBatchInfo: z.object({ shardId: z.string() }) });

export interface UnrelayedDependencies {
  sqs: SQSClient;
  client: DynamoDBClient;
  tableName: string;
  queueUrl: string;
  lostUrl: string;
  nowMs: number;
}

/**
 * Hands over every event whose delivery has not begun, as the sweep would within five minutes, and then takes away the
 * notes about records that could not be relayed. The notes name no events, so all that are due are looked at. An event
 * that is handed over twice is delivered once.
 */
export async function redriveUnrelayed(
  dependencies: UnrelayedDependencies,
  { dryRun }: { dryRun: boolean },
): Promise<RedriveReport> {
  const { sqs, lostUrl } = dependencies;
  const report: RedriveReport = { found: 0, sent: 0, repeats: 0, malformed: [] };
  const notes: Message[] = [];
  const malformed: Message[] = [];
  for await (const batch of batchesIn(sqs, lostUrl)) {
    report.found += batch.length;
    for (const note of batch) (isNote(note.Body ?? '') ? notes : malformed).push(note);
  }
  report.malformed = malformed.map(({ MessageId = '', Body = '' }) => ({
    messageId: MessageId,
    reason: 'not a note of Lambda about stream records',
    body: Body,
  }));
  if (notes.length > 0) report.sent = await handOverUnbegun(dependencies, dryRun);
  if (!dryRun) await deleteMessages(sqs, lostUrl, notes);
  await putBack(sqs, lostUrl, dryRun ? [...notes, ...malformed] : malformed);
  return report;
}

/** How many were handed over. Throws when the queue does not take them all; the notes then stay. */
async function handOverUnbegun(dependencies: UnrelayedDependencies, dryRun: boolean): Promise<number> {
  const queue = deliveryQueue(dependencies.sqs, dependencies.queueUrl);
  let count = 0;
  for (let shard = 0; shard <= Math.max(SHARDS - 1, TEST_SHARD); shard += 1) {
    for await (const messages of unbegunIn(dependencies, shard)) {
      count += messages.length;
      for (const batch of dryRun ? [] : tens(messages)) {
        const untaken = await queue.sendBatch(batch);
        if (untaken.length > 0) throw new Error('the delivery queue did not take all messages; try again');
      }
    }
  }
  return count;
}

async function* unbegunIn(
  { client, tableName, nowMs }: UnrelayedDependencies,
  shard: number,
): AsyncGenerator<DeliveryMessage[]> {
  const { due } = transactionsTable(client, tableName);
  // A settled transaction is due five minutes after it settled at the latest.
  const dueBy = nowMs + DELIVERY_STALLED_MS;
  let page = await due(shard, dueBy, MAX_BATCH_KEYS);
  for (;;) {
    const records = await readMainItems(client, tableName, page.transactionIds);
    yield records.flatMap(({ transactionId, merchantId, settlements }) =>
      settlements
        .filter(({ delivery: { state, done } }) => state === 'pending' && done === 0)
        .map(({ eventId, delivery: { series, done } }) => ({ transactionId, eventId, series, done, merchantId })),
    );
    if (!page.after) return;
    page = await due(shard, dueBy, MAX_BATCH_KEYS, page.after);
  }
}

function isNote(body: string): boolean {
  try {
    return lostBatch.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
