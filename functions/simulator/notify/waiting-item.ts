import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { type Attributes, fromAttributes, toAttributes } from '../../runtime/attributes.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { DUE_PARTITION, type Table, ttlAfter, waitingKey } from '../table.ts';
import { type Action, action } from './actions.ts';

/**
 * An action is queued this long before it is due; the queue delays it to the second. The schedule, which runs each
 * minute, may miss several runs before an action is late.
 */
export const LEAD_MS = 5 * MINUTE_MS;

/** An action whose delay is longer than a queue supports. */
const waitingItem = z.object({
  action,
  /** When it is due. */
  atMs: z.int(),
  /** When it is next to be queued. */
  dueAtMs: z.int(),
});
export type WaitingItem = z.infer<typeof waitingItem>;

/** Stores an action. The same action is stored once, with the time of the later call. */
export async function storeWaiting({ dynamo, tableName }: Table, waiting: Action, atMs: number): Promise<void> {
  const times = { atMs, dueAtMs: atMs - LEAD_MS, ttl: ttlAfter(atMs) };
  const Item = {
    ...waitingKey(waiting),
    ...toAttributes({ action: waiting, due: DUE_PARTITION, ...times }),
  };
  await dynamo.send(new PutItemCommand({ TableName: tableName, Item }));
}

/** The key of a waiting action in the index `due`. */
export interface DueKey {
  key: Attributes;
  dueAtMs: number;
}

/** The actions to queue by `nowMs`, the earliest first. Keys only, because an index may lag behind. */
export async function dueKeys({ dynamo, tableName }: Table, nowMs: number, limit: number): Promise<DueKey[]> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'due',
      KeyConditionExpression: '#due = :due AND dueAtMs <= :now',
      ExpressionAttributeNames: { '#due': 'due' },
      ExpressionAttributeValues: toAttributes({ ':due': DUE_PARTITION, ':now': nowMs }),
      Limit: limit,
    }),
  );
  return Items.map(({ pk, sk, dueAtMs }) => ({ key: { pk, sk } as Attributes, dueAtMs: Number(dueAtMs?.N) }));
}

/** Claims a due action until `untilMs`; undefined when another run claimed it, or it is gone. */
export async function claim(
  { dynamo, tableName }: Table,
  { key, dueAtMs }: DueKey,
  untilMs: number,
): Promise<WaitingItem | undefined> {
  try {
    const { Attributes: item = {} } = await dynamo.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: key,
        UpdateExpression: 'SET dueAtMs = :until',
        ConditionExpression: 'dueAtMs = :seen',
        ExpressionAttributeValues: toAttributes({ ':until': untilMs, ':seen': dueAtMs }),
        ReturnValues: 'ALL_NEW',
      }),
    );
    return waitingItem.parse(fromAttributes(item));
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Deletes a claimed action, unless it was stored again since. */
export async function deleteClaimed({ dynamo, tableName }: Table, { key, dueAtMs }: DueKey): Promise<void> {
  try {
    await dynamo.send(
      new DeleteItemCommand({
        TableName: tableName,
        Key: key,
        ConditionExpression: 'dueAtMs = :claimed',
        ExpressionAttributeValues: toAttributes({ ':claimed': dueAtMs }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
