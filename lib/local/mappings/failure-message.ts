import type { StreamSettings } from './settings.ts';
import type { GivenUp } from './stream-batch.ts';

/** Lambda's message to a mapping's failure destination for a batch that it gave up: the records' position only. */
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
