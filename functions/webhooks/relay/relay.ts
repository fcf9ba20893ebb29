import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { SETTLED_FILTERS } from '../../payments/transitions.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { BATCH_SIZE, type DeliveryMessage, type DeliveryQueue, messageOf } from '../delivery-queue.ts';
import { eventRecordOf } from '../event.ts';
import { TEST_KIND } from '../event-kind.ts';

export interface RelayDependencies {
  queue: DeliveryQueue;
  logger: Logger;
}

interface Outgoing {
  sequenceNumber: string;
  message: DeliveryMessage;
}

/**
 * Moves new events from the table's stream to the delivery queue, one message each. Returns the records that could not
 * be moved, the lowest first. Lambda retries the stream from there, so that what follows may be sent twice, which the
 * record of each delivery absorbs. The rest of the batch is sent: a malformed record does not delay other merchants'
 * events.
 */
export async function relay(
  event: DynamoDBStreamEvent,
  dependencies: RelayDependencies,
): Promise<DynamoDBBatchResponse> {
  const failed = new Set<string>();
  const outgoing: Outgoing[] = [];
  for (const record of event.Records) {
    const sequenceNumber = record.dynamodb?.SequenceNumber ?? '';
    try {
      outgoing.push(...newMessages(record).map((message) => ({ sequenceNumber, message })));
    } catch (error) {
      // The name only: the text of a schema error could quote the record.
      const errorName = error instanceof Error ? error.name : typeof error;
      dependencies.logger.error('stream record rejected', { sequenceNumber, errorName });
      failed.add(sequenceNumber);
    }
  }
  for (let start = 0; start < outgoing.length; start += BATCH_SIZE) {
    const batch = outgoing.slice(start, start + BATCH_SIZE);
    for (const position of await unsent(batch, dependencies)) failed.add(batch[position]?.sequenceNumber ?? '');
  }
  // In the order of the event, which is the order of the shard.
  const inOrder = event.Records.map((record) => record.dynamodb?.SequenceNumber ?? '').filter((n) => failed.has(n));
  return { batchItemFailures: inOrder.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** A message for each settlement in the new image that was not in the old one. Throws on a malformed record. */
function newMessages(record: DynamoDBRecord): DeliveryMessage[] {
  const { NewImage, OldImage } = record.dynamodb ?? {};
  if (!NewImage) throw new Error('relay: a record without its new image');
  const event = eventRecordOf(NewImage);
  // Of the old image only the ids count: one that cannot be read costs an extra message, which the record absorbs.
  const known = new Set(OldImage?.settlements?.L?.map(({ M }) => M?.eventId?.S));
  return event.settlements
    .filter(({ eventId }) => !known.has(eventId))
    .map((settlement) => messageOf(event, settlement));
}

/** Positions in the batch of what was not sent. */
async function unsent(batch: Outgoing[], { queue, logger }: RelayDependencies): Promise<number[]> {
  try {
    const positions = await queue.sendBatch(batch.map(({ message }) => message));
    for (const position of positions) logger.warn('delivery message not queued', idsOf(batch[position]));
    return positions;
  } catch (error) {
    for (const each of batch) logger.warn('delivery message not queued', { ...idsOf(each), ...errorFields(error) });
    return batch.map((_, position) => position);
  }
}

function idsOf(outgoing: Outgoing | undefined) {
  const { transactionId, eventId, requestId } = outgoing?.message ?? {};
  return { transactionId, eventId, requestId };
}

/**
 * Event filter patterns of the relay's stream mapping: every change into a terminal status, and the insert of a test
 * event. No other write to the table costs an invocation.
 */
export const STREAM_FILTERS: readonly Record<string, unknown>[] = [
  ...SETTLED_FILTERS,
  { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: [TEST_KIND] } } } },
];
