import { SHARDS, TRANSACTION_INDEXES } from '../../functions/payments/tables.ts';
import type { Host } from '../local/host.ts';
import type { Json, JsonObject } from '../local/json.ts';
import { jsonClient } from '../local/json-client.ts';

/** The time of the sweep's first work: the lowest in the index `due` of the transactions. Undefined when it is empty. */
export async function firstDueMs({ endpoints }: Host, transactionsTable: string): Promise<number | undefined> {
  const dynamo = jsonClient(endpoints.dynamodb, 'dynamodb');
  const { partitionKey, sortKey } = TRANSACTION_INDEXES.due;
  const answers = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      dynamo('Query', {
        TableName: transactionsTable,
        IndexName: 'due',
        KeyConditionExpression: '#partition = :partition',
        ExpressionAttributeNames: { '#partition': partitionKey },
        ExpressionAttributeValues: { ':partition': { N: String(shard) } },
        Limit: 1,
      }),
    ),
  );
  const times = answers.flatMap(({ Items: items }) =>
    Array.isArray(items) ? items.map((item) => numberOf((item as JsonObject)[sortKey])) : [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

function numberOf(attribute: Json | undefined): number {
  return Number((attribute as { N?: string } | undefined)?.N);
}
