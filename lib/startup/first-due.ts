import { SHARDS, TRANSACTION_INDEXES } from '../../functions/payments/tables.ts';
import type { Host } from '../local/host.ts';
import { jsonClient } from '../local/json-client.ts';

/** When the sweep's first work after this time is due, by the index `due` of the transactions; infinity when none is. */
export async function firstDueMs(
  { endpoints }: Host,
  { table, afterMs }: { table: string; afterMs: number },
): Promise<number> {
  const dynamo = jsonClient(endpoints.dynamodb, 'dynamodb');
  const { partitionKey, sortKey } = TRANSACTION_INDEXES.due;
  const answers = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      dynamo('Query', {
        TableName: table,
        IndexName: 'due',
        KeyConditionExpression: '#partition = :partition AND #due > :after',
        ExpressionAttributeNames: { '#partition': partitionKey, '#due': sortKey },
        ExpressionAttributeValues: { ':partition': { N: String(shard) }, ':after': { N: String(afterMs) } },
        Limit: 1,
      }),
    ),
  );
  const items = answers.flatMap(({ Items }) => Items as unknown as { [attribute: string]: { N: string } }[]);
  return Math.min(...items.map((item) => Number(item[sortKey]?.N)));
}
