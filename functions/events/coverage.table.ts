import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { merchantItemId } from '../merchants/tables.ts';
import { fromAttributes, toAttributes } from '../runtime/attributes.ts';

const coverage = z.object({ eventsFrom: z.optional(z.int()) });

/**
 * The first instant from which all events of a merchant are in the index `settled`; undefined until there is one. An
 * account that this version made is covered from its creation.
 */
export type ReadCoverage = (merchantId: string) => Promise<number | undefined>;

export function readCoverageIn(client: DynamoDBClient, TableName: string): ReadCoverage {
  return async (merchantId) => {
    const Key = toAttributes({ id: merchantItemId(merchantId) });
    const { Item } = await client.send(new GetItemCommand({ TableName, Key, ProjectionExpression: 'eventsFrom' }));
    return Item && coverage.parse(fromAttributes(Item)).eventsFrom;
  };
}
