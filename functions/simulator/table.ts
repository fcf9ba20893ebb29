import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { type Attribute, fromAttributes, toAttributes } from '../runtime/attributes.ts';
import { DAY_MS } from '../runtime/durations.ts';

/** Keys of the simulator's table; `lib/` builds the table from them. */
export const SIMULATOR_KEY = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** DynamoDB's TTL attribute, seconds since the epoch. */
export const SIMULATOR_TTL = 'ttl';

/**
 * The simulator's one table:
 *
 * | Item | pk | sk | Holds |
 * |---|---|---|---|
 * | checkout | `checkout#{bankId}` | `checkout` | one payment |
 * | name of a checkout | `transaction#{24 characters}` | `{account}#{merchantTransactionId}` | `bankId` |
 * | reference | `reference#{entity}#{reference}` | `reference` | `bankId`, `endsAtMs` |
 * | order of ifthenpay | `orders#{account}` | `{orderId}#{bankId}` | `bankId` |
 * | its further receipts | `orders#{account}` | `{orderId}#{bankId}#{id}` | `bankId`, `amountCents`, `atMs` |
 * | callback URL at ifthenpay | `registration#{account}` | `{method}` | template and key; does not expire |
 *
 * The name item makes a merchantTransactionId unique and answers the inquiry by it. Its partition, the first 24
 * characters of the merchantTransactionId, lists all checkouts of one transaction, read consistently; an index would
 * lag behind.
 */
export interface Table {
  dynamo: DynamoDBClient;
  tableName: string;
}

export interface Key {
  pk: string;
  sk: string;
}
type Fields = Record<string, Attribute | undefined>;

/** What must hold for a write. */
export interface Condition {
  expression: string;
  values?: Record<string, string | number>;
}

export async function readItem({ dynamo, tableName }: Table, key: Key): Promise<Record<string, unknown> | undefined> {
  const { Item } = await dynamo.send(
    new GetItemCommand({ TableName: tableName, Key: toAttributes({ ...key }), ConsistentRead: true }),
  );
  return Item && fromAttributes(Item);
}

/** All items of a partition whose sort keys begin with `prefix`. */
export async function readPartition({ dynamo, tableName }: Table, pk: string, prefix = '') {
  const items: Record<string, unknown>[] = [];
  const query = {
    TableName: tableName,
    KeyConditionExpression: prefix ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
    ExpressionAttributeValues: toAttributes({ ':pk': pk, ':prefix': prefix || undefined }),
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo }, query)) items.push(...Items.map(fromAttributes));
  return items;
}

/** Writes a complete item. False when the condition does not hold. */
export function putItem({ dynamo, tableName }: Table, item: Key & Fields, condition?: Condition): Promise<boolean> {
  const values = condition?.values && toAttributes(condition.values);
  return wasWritten(
    dynamo.send(
      new PutItemCommand({
        TableName: tableName,
        Item: toAttributes(item),
        ConditionExpression: condition?.expression,
        ExpressionAttributeValues: values,
      }),
    ),
  );
}

/** Sets the fields that are not undefined. False when the condition does not hold. */
export function updateItem({ dynamo, tableName }: Table, key: Key, fields: Fields, condition: Condition) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(given.map(([name, value]) => [`:new_${name}`, value]));
  return wasWritten(
    dynamo.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: toAttributes({ ...key }),
        UpdateExpression: `SET ${given.map(([name]) => `#${name} = :new_${name}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: toAttributes({ ...values, ...condition.values }),
        ConditionExpression: condition.expression,
      }),
    ),
  );
}

async function wasWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

// Longer than the 13 months within which a customer may dispute a payment (PSD2, article 71): so long a bank answers.
const STORED_FOR_MS = 400 * DAY_MS;

/** DynamoDB's expiry in epoch seconds: 400 days after `timeMs`. */
export function ttlAfter(timeMs: number): number {
  return Math.ceil((timeMs + STORED_FOR_MS) / 1000);
}
