import { SHARDS, TRANSACTION_INDEXES } from '../../functions/payments/tables.ts';
import type { Host } from '../local/host.ts';
import type { Json, JsonObject } from '../local/json.ts';
import { jsonClient } from '../local/json-client.ts';

/** When the sweep first finds something: the lowest `dueAt` over all shards of the index `due`; undefined when it is empty. */
export async function firstDueMs({ endpoints }: Host, tableName: string): Promise<number | undefined> {
  const dynamo = jsonClient(endpoints.dynamodb, 'dynamodb');
  const { partitionKey, sortKey } = TRANSACTION_INDEXES.due;
  const firstOfShard = async (shard: number): Promise<number[]> => {
    const { Items: items } = await dynamo('Query', {
      TableName: tableName,
      IndexName: 'due',
      KeyConditionExpression: '#shard = :shard',
      ExpressionAttributeNames: { '#shard': partitionKey },
      ExpressionAttributeValues: { ':shard': { N: String(shard) } },
      Limit: 1,
    });
    return Array.isArray(items) ? items.map((item) => numberOf((item as JsonObject)[sortKey])) : [];
  };
  const found = (await Promise.all(Array.from({ length: SHARDS }, (_, shard) => firstOfShard(shard)))).flat();
  return found.length === 0 ? undefined : Math.min(...found);
}

function numberOf(attribute: Json | undefined): number {
  return Number((attribute as { N?: string } | undefined)?.N);
}
