import { isTable } from '../engines/tables.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { JsonClient } from '../json-client.ts';
import type { Resource } from '../template/stacks.ts';

/** A table that forgets its items: `attribute` holds the time in seconds since the epoch. */
interface Forgetful {
  tableName: string;
  attribute: string;
  keys: string[];
}

/**
 * Deletes every item whose time to live is over at `nowMs`. DynamoDB does so within days; the engine never does, and the
 * host does it after a jump of its clock. Unlike DynamoDB's own, these deletions carry no `userIdentity` in the stream.
 */
export async function deleteExpired(resources: readonly Resource[], dynamo: JsonClient, nowMs: number): Promise<void> {
  await Promise.all(resources.filter(isTable).map((resource) => deleteFrom(forgetful(resource), dynamo, nowMs)));
}

async function deleteFrom(table: Forgetful | undefined, dynamo: JsonClient, nowMs: number): Promise<void> {
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
      // Its time may have been put off since it was read.
      await dynamo('DeleteItem', { TableName, Key, ConditionExpression: '#time <= :now', ...over }).catch(ignoreUnmet);
    }
    start = page.LastEvaluatedKey;
  }
}

function forgetful({ properties, physicalId: tableName }: Resource): Forgetful | undefined {
  const { TimeToLiveSpecification: setting, KeySchema: schema } = properties;
  if (!isObject(setting) || setting.Enabled === false) return undefined;
  const keys = (schema as JsonObject[]).map(({ AttributeName }) => String(AttributeName));
  return { tableName, attribute: String(setting.AttributeName), keys };
}

function ignoreUnmet(error: unknown): void {
  if (!String(error).includes('ConditionalCheckFailed')) throw error;
}
