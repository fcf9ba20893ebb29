import { SHARDS, TRANSACTION_INDEXES } from '../../functions/payments/tables.ts';
import { DUE_PARTITION, SIMULATOR_INDEXES } from '../../functions/simulator/table.ts';
import type { Host } from '../local/host.ts';
import type { Json, JsonObject } from '../local/json.ts';
import { jsonClient } from '../local/json-client.ts';

interface DueIndex {
  tableName: string;
  index: { partitionKey: string; sortKey: string };
  /** The partitions of the index, as DynamoDB writes them. */
  partitions: readonly JsonObject[];
}

/**
 * The time of the first work of the schedules: the lowest in the index `due` of the transactions, for the sweep, and of
 * the simulator's table, for later actions of its customers. Undefined when both are empty.
 */
export async function firstDueMs(
  host: Host,
  transactionsTable: string,
  simulatorTable: string,
): Promise<number | undefined> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => ({ N: String(shard) }));
  const found = await Promise.all([
    firstsOf(host, { tableName: transactionsTable, index: TRANSACTION_INDEXES.due, partitions: shards }),
    firstsOf(host, {
      tableName: simulatorTable,
      index: SIMULATOR_INDEXES.due,
      partitions: [{ S: DUE_PARTITION }],
    }),
  ]);
  const times = found.flat();
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The lowest time of each partition that is not empty. */
async function firstsOf({ endpoints }: Host, { tableName, index, partitions }: DueIndex): Promise<number[]> {
  const dynamo = jsonClient(endpoints.dynamodb, 'dynamodb');
  const answers = await Promise.all(
    partitions.map((partition) =>
      dynamo('Query', {
        TableName: tableName,
        IndexName: 'due',
        KeyConditionExpression: '#partition = :partition',
        ExpressionAttributeNames: { '#partition': index.partitionKey },
        ExpressionAttributeValues: { ':partition': partition },
        Limit: 1,
      }),
    ),
  );
  return answers.flatMap(({ Items: items }) =>
    Array.isArray(items) ? items.map((item) => numberOf((item as JsonObject)[index.sortKey])) : [],
  );
}

function numberOf(attribute: Json | undefined): number {
  return Number((attribute as { N?: string } | undefined)?.N);
}
