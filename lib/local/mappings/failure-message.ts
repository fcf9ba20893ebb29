import type { StreamSettings } from './settings.ts';
import type { GivenUp } from './stream-batch.ts';

/** What Lambda sends to the destination of a mapping for a batch it has given up: where the records are, never the records. */
export function failureMessage(given: GivenUp, settings: StreamSettings, shard: string, nowMs: number): object {
  const { requestId, condition, invokeCount, records } = given;
  const { functionArn, sourceArn } = settings;
  const arrivals = records.map(({ dynamodb }) => new Date(dynamodb.ApproximateCreationDateTime * 1000).toISOString());
  return {
    requestContext: {
      requestId,
      functionArn: `${functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: invokeCount,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date(nowMs).toISOString(),
    DDBStreamBatchInfo: {
      shardId: shard,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: arrivals[0],
      approximateArrivalOfLastRecord: arrivals.at(-1),
      batchSize: records.length,
      streamArn: sourceArn,
    },
  };
}
