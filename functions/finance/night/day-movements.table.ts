import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryAll } from '../../dynamo/query.ts';
import { NO_MERCHANT } from '../../payments/exceptions/exception.ts';
import { type Movement, movementOf } from '../../payments/money/movement.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';

/** The money received on a day, of every merchant and of none. */
export type ReceivedOn = (day: Pick<LisbonDay, 'fromMs' | 'toMs'>) => Promise<Movement[]>;

const MAX_CONCURRENT_READS = 16;

export function receivedOnIn(
  client: DynamoDBClient,
  TableName: string,
  merchantIds: () => Promise<string[]>,
): ReceivedOn {
  return async ({ fromMs, toMs }) => {
    const partitions = [NO_MERCHANT, ...(await merchantIds())];
    const found = await sideBySide(partitions, MAX_CONCURRENT_READS, (merchantId) =>
      queryAll(client, {
        TableName,
        IndexName: 'paid',
        KeyConditionExpression: 'merchantId = :merchantId AND paidAt BETWEEN :from AND :last',
        ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ':from': fromMs, ':last': toMs - 1 }),
      }),
    );
    return found
      .flat()
      .map(movementOf)
      .filter(({ kind }) => kind !== 'returned');
  };
}
