import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { type Attributes, fromAttributes, toAttributes } from '../../runtime/attributes.ts';
import { DUE_PARTITION, type Table, ttlAfter, waitingKey } from '../table.ts';
import { type Action, action } from './actions.ts';

/**
 * So long before its time an action is handed to the queue, which then waits to the second. Several minutes of a schedule
 * that runs each minute may be missed without an action coming late.
 */
export const LEAD_MS = 5 * 60_000;

/** An action that waits longer than a queue can. */
const waitingItem = z.object({
  action,
  /** When it is to happen. */
  atMs: z.int(),
  /** When it is next to be handed over. */
  dueAtMs: z.int(),
});
export type WaitingItem = z.infer<typeof waitingItem>;

/** The same action kept again is kept once, at the later call's time. */
export async function keepWaiting({ dynamo, tableName }: Table, waiting: Action, atMs: number): Promise<void> {
  const times = { atMs, dueAtMs: atMs - LEAD_MS, ttl: ttlAfter(atMs) };
  const Item = {
    ...waitingKey(waiting),
    ...toAttributes({ action: waiting, due: DUE_PARTITION, ...times }),
  };
  await dynamo.send(new PutItemCommand({ TableName: tableName, Item }));
}

/** Where one waiting action lies in the index `due`. */
export interface DueKey {
  key: Attributes;
  dueAtMs: number;
}

/** What is to be handed over by `nowMs`, the earliest first; keys only, since an index may lag behind. */
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

/** Puts a due action off to `untilMs` for the one that hands it over; undefined when another did, or it is gone. */
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

/** Takes out what was handed over; not if it has been kept anew since. */
export async function takeOut({ dynamo, tableName }: Table, { key, dueAtMs }: DueKey): Promise<void> {
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
