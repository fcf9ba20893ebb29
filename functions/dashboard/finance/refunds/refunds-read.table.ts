import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../../../dynamo/batch-get.ts';
import { type Refund, refundOf } from '../../../payments/money/refund.ts';
import { toAttributes } from '../../../runtime/attributes.ts';
import type { Entry } from '../../transactions/transactions-find.table.ts';

/** The refunds of these entries of the index, in that order. */
export type ReadRefunds = (entries: readonly Entry[]) => Promise<Refund[]>;

/** At half a read unit each. What a replica does not have yet is read once more, strongly consistent. */
export function readRefundsIn(client: DynamoDBClient, tableName: string): ReadRefunds {
  return async (entries) => {
    const keys = entries.map(({ transactionId, item }) => toAttributes({ transactionId, item }));
    const found = await batchGet(client, tableName, keys);
    const missing = keys.filter((_, index) => !found[index]);
    const again = await batchGet(client, tableName, missing, true);
    const items = found.map((item) => item ?? again.shift());
    return items.flatMap((item) => (item ? refundOf(item) : []));
  };
}
