import { ConditionalCheckFailedException, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { fromAttributes, toAttributes } from '../../runtime/attributes.ts';
import { setExpression } from '../payments/writes.ts';
import { type Table, TROUBLE_KEY, ttlAfter } from '../table.ts';
import { TROUBLES, type Trouble } from './trouble.ts';

/** The trouble of all calls to the bank: it ends at a time, or after a number of calls. */
export const troubleItem = z.object({
  trouble: z.enum(TROUBLES),
  untilMs: z.int(),
  callsLeft: z.int().optional(),
});
export type TroubleItem = z.infer<typeof troubleItem>;

/** The trouble at `nowMs`, or undefined. */
export async function readTrouble({ dynamo, tableName }: Table, nowMs: number): Promise<TroubleItem | undefined> {
  const { Item } = await dynamo.send(
    new GetItemCommand({ TableName: tableName, Key: TROUBLE_KEY, ConsistentRead: true }),
  );
  const found = Item && troubleItem.parse(fromAttributes(Item));
  return found && found.untilMs > nowMs && found.callsLeft !== 0 ? found : undefined;
}

/** The trouble of this call, if any. Counts the call, if the trouble is for a number of calls. */
export async function consumeTrouble(table: Table, nowMs: number): Promise<Trouble | undefined> {
  const found = await readTrouble(table, nowMs);
  if (found?.callsLeft === undefined) return found?.trouble;
  try {
    await table.dynamo.send(
      new UpdateItemCommand({
        TableName: table.tableName,
        Key: TROUBLE_KEY,
        UpdateExpression: 'SET callsLeft = callsLeft - :one',
        ConditionExpression: 'callsLeft > :none',
        ExpressionAttributeValues: toAttributes({ ':one': 1, ':none': 0 }),
      }),
    );
    return found.trouble;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Replaces the current trouble. */
export async function makeTrouble(
  { dynamo, tableName }: Table,
  { trouble, untilMs, callsLeft }: TroubleItem,
): Promise<void> {
  const update = setExpression({ trouble, untilMs, callsLeft, ttl: ttlAfter(untilMs) });
  const UpdateExpression = update.UpdateExpression + (callsLeft === undefined ? ' REMOVE callsLeft' : '');
  await dynamo.send(new UpdateItemCommand({ TableName: tableName, Key: TROUBLE_KEY, ...update, UpdateExpression }));
}
