import { type DynamoDBClient, UpdateItemCommand, type UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import { besideTransactions, conditionalWrite } from '../dynamo/conditional-write.ts';
import { queryAll } from '../dynamo/query.ts';
import { type Attribute, type Attributes, toAttributes } from '../runtime/attributes.ts';
import { MAIN_ITEM } from './tables.ts';
import { type Transaction, transactionOf } from './transaction.ts';

/** A conditional update of a main item: DynamoDB expressions and their values. */
export interface MainItemWrite {
  transactionId: string;
  update: string;
  condition: string;
  values: Record<string, Attribute>;
  names?: Record<string, string>;
}

/** The parts of a conditional update of a main item. */
export interface MainItemUpdate {
  set: string[];
  remove: string[];
  condition: string[];
  values: Record<string, Attribute>;
  names: Record<string, string>;
}

/** The expressions of an update. */
export function updateOf({
  set,
  remove,
  condition,
  values,
  names,
}: MainItemUpdate): Omit<MainItemWrite, 'transactionId'> {
  return {
    update: `SET ${set.join(', ')}${remove.length === 0 ? '' : ` REMOVE ${remove.join(', ')}`}`,
    condition: condition.join(' AND '),
    values,
    names,
  };
}

/** The outcome of a conditional write of a main item. */
export type WriteOutcome =
  | { kind: 'written' }
  /** The condition failed; `current` is the stored item, undefined when there is none. */
  | { kind: 'refused'; current: Transaction | undefined };

/** One conditional UpdateItem on a transaction's main item. A refused write returns the item, which saves a read. */
export async function writeMainItem(
  client: DynamoDBClient,
  tableName: string,
  write: MainItemWrite,
): Promise<WriteOutcome> {
  const input: UpdateItemCommandInput = {
    TableName: tableName,
    Key: toAttributes({ transactionId: write.transactionId, item: MAIN_ITEM }),
    UpdateExpression: write.update,
    ConditionExpression: write.condition,
    ExpressionAttributeValues: toAttributes(write.values),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
  if (write.names) input.ExpressionAttributeNames = write.names;
  const { kind, item } = await conditionalWrite(besideTransactions(() => client.send(new UpdateItemCommand(input))));
  return kind === 'written' ? { kind } : { kind, current: item && transactionOf(item) };
}

/** The items of a transaction whose sort key begins with `prefix`, in key order, by a strongly consistent read. */
export function itemsOf(
  client: DynamoDBClient,
  TableName: string,
  transactionId: string,
  prefix: string,
): Promise<Attributes[]> {
  return queryAll(client, {
    TableName,
    // `item` is a reserved word.
    KeyConditionExpression: 'transactionId = :id AND begins_with(#item, :prefix)',
    ExpressionAttributeNames: { '#item': 'item' },
    ExpressionAttributeValues: toAttributes({ ':id': transactionId, ':prefix': prefix }),
    ConsistentRead: true,
  });
}
