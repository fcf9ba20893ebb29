import {
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod/mini';
import { isRefund } from '../../payments/settle/refund.ts';
import { TERMINAL_STATUSES } from '../../payments/transitions.ts';

/** What Lambda sends about stream records that it gave up: where they are in the stream, never the records. */
const lostBatch = z.object({
  DDBStreamBatchInfo: z.object({
    streamArn: z.string(),
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
  }),
});
export type LostBatch = z.infer<typeof lostBatch>['DDBStreamBatchInfo'];

/** Throws on a message that is no such note. */
export function lostBatchOf(body: string): LostBatch {
  return lostBatch.parse(JSON.parse(body)).DDBStreamBatchInfo;
}

/** Ids of the transactions whose settlements or refunds are among the records of the batch. */
export type LostTransactions = (batch: LostBatch) => Promise<string[]>;

/** A page may be empty in the middle of a shard; so many in all are far more than the 100 records of a batch lie apart. */
const MAX_PAGES = 1_000;

/**
 * Reads the records of a batch again. The stream keeps them for 24 hours, and Lambda gives them up after 12 at the latest.
 * Throws where they are gone.
 */
export function lostTransactionsIn(client: DynamoDBStreamsClient): LostTransactions {
  return async ({ streamArn, shardId, startSequenceNumber, endSequenceNumber }) => {
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

/** Of the records between two of the books, those that the books' filter may have passed. */
function isBooked({ eventName, dynamodb }: StreamRecord): boolean {
  const { status, item } = dynamodb?.NewImage ?? {};
  return eventName !== 'REMOVE' && (isRefund(item?.S ?? '') || TERMINAL_STATUSES.some((each) => each === status?.S));
}

function gone(sequenceNumber: string): Error {
  return new Error(`books: the stream has no record ${sequenceNumber} any more`);
}
