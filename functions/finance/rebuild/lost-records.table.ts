import {
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod/mini';
import { isRefund } from '../../payments/money/refund.ts';
import { TERMINAL_STATUSES } from '../../payments/transitions.ts';
import type { LostTransactions } from './repair.ts';

/** The message that Lambda sends about stream records it gave up: their position in the stream, not the records. */
const lostBatch = z.object({
  DDBStreamBatchInfo: z.object({
    streamArn: z.string(),
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
  }),
});

/** More pages than the 100 records of a batch can span; a page in the middle of a shard may be empty. */
const MAX_PAGES = 1_000;

/**
 * Reads the records of a lost batch again. The stream stores them for 24 hours; Lambda gives them up after 12 at the
 * latest. Throws when they are gone, or when `body` is not such a message.
 */
export function lostTransactionsIn(client: DynamoDBStreamsClient): LostTransactions {
  return async (body) => {
    const { DDBStreamBatchInfo } = lostBatch.parse(JSON.parse(body));
    const { streamArn, shardId, startSequenceNumber, endSequenceNumber } = DDBStreamBatchInfo;
    const ids = new Set<string>();
    const { ShardIterator: first } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ShardIteratorType: 'AT_SEQUENCE_NUMBER',
        SequenceNumber: startSequenceNumber,
      }),
    );
    let iterator = first;
    let isBegun = false;
    for (let page = 0; page < MAX_PAGES && iterator !== undefined; page += 1) {
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator: iterator }));
      for (const record of Records) {
        const { SequenceNumber: number = '', Keys } = record.dynamodb ?? {};
        if (!isBegun && number !== startSequenceNumber) throw gone(startSequenceNumber);
        isBegun = true;
        if (isBooked(record)) ids.add(Keys?.transactionId?.S ?? '');
        if (number === endSequenceNumber) return [...ids];
      }
      iterator = NextShardIterator;
    }
    throw gone(isBegun ? endSequenceNumber : startSequenceNumber);
  };
}

/** Whether the filter of the books may have passed the record. */
function isBooked({ eventName, dynamodb }: StreamRecord): boolean {
  const { status, item } = dynamodb?.NewImage ?? {};
  return eventName !== 'REMOVE' && (isRefund(item?.S ?? '') || TERMINAL_STATUSES.some((each) => each === status?.S));
}

function gone(sequenceNumber: string): Error {
  return new Error(`books: the stream no longer holds record ${sequenceNumber}`);
}
