import { isObject, type Json, type JsonObject } from '../json.ts';
import type { JsonClient } from '../json-client.ts';
import type { Resource } from '../template/stacks.ts';

/** A table with a time to live: `attribute` holds the time in seconds since the epoch. */
interface ExpiringTable {
  tableName: string;
  attribute: string;
  keys: string[];
}

/**
 * Deletes every item that has expired at `nowMs`. DynamoDB does so within days, the engine never, and the host after a
 * jump of its clock. Unlike DynamoDB's, these deletions have no `userIdentity` in the stream.
 */
export async function deleteExpired(resources: readonly Resource[], dynamo: JsonClient, nowMs: number): Promise<void> {
  const tables = resources.filter(({ type }) => type === 'AWS::DynamoDB::Table');
  await Promise.all(tables.map((resource) => deleteFrom(expiring(resource), dynamo, nowMs)));
}

async function deleteFrom(table: ExpiringTable | undefined, dynamo: JsonClient, nowMs: number): Promise<void> {
  if (!table) return;
  const { tableName: TableName, attribute, keys } = table;
  const over = {
    ExpressionAttributeNames: { '#time': attribute },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(nowMs / 1000)) } },
  };
  for (let start: Json | undefined = {}; start !== undefined; ) {
    const page: JsonObject = await dynamo('Scan', {
      TableName,
      FilterExpression: '#time <= :now',
      ...over,
      ...(isObject(start) && Object.keys(start).length > 0 ? { ExclusiveStartKey: start } : {}),
    });
    for (const item of Array.isArray(page.Items) ? (page.Items as JsonObject[]) : []) {
      const Key = Object.fromEntries(keys.map((name) => [name, item[name]]));
      // Its time may have been extended since it was read.
      await dynamo('DeleteItem', { TableName, Key, ConditionExpression: '#time <= :now', ...over }).catch(ignoreUnmet);
    }
    start = page.LastEvaluatedKey;
  }
}

function expiring({ properties, physicalId: tableName }: Resource): ExpiringTable | undefined {
  const { TimeToLiveSpecification: setting, KeySchema: schema } = properties;
  if (!isObject(setting) || setting.Enabled !== true) return undefined;
  const keys = (schema as JsonObject[]).map(({ AttributeName }) => String(AttributeName));
  return { tableName, attribute: String(setting.AttributeName), keys };
}

function ignoreUnmet(error: unknown): void {
  if (!String(error).includes('ConditionalCheckFailed')) throw error;
}
