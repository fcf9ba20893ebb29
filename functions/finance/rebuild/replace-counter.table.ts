import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  type PutItemCommandInput,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../runtime/attributes.ts';
import { attributesOf, type Counter } from '../totals/counter.ts';
import type { Figures } from '../totals/figures.ts';

/** Sets a counter to `figures` if nothing was counted since it was read as `seen`; answers whether it did. */
export type ReplaceCounter = (seen: Counter, figures: Figures, nowMs: number) => Promise<boolean>;

export function replaceCounterIn(client: DynamoDBClient, tableName: string): ReplaceCounter {
  return async (seen, figures, nowMs) => {
    try {
      const Item = toAttributes(itemOf(seen, figures, nowMs));
      await client.send(new PutItemCommand({ TableName: tableName, Item, ...unchanged(seen) }));
      return true;
    } catch (error) {
      const isOvertaken =
        error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
      if (!isOvertaken) throw error;
      return false;
    }
  };
}

function itemOf({ day, merchantId, version, changedAt }: Counter, figures: Figures, nowMs: number) {
  const sums = Object.entries(figures).flatMap(([figure, { count, cents }]) => {
    const attributes = attributesOf(figure as keyof Figures);
    return [[attributes.count, count] as const, [attributes.cents, cents] as const];
  });
  return {
    ...Object.fromEntries(sums),
    day,
    item: merchantId,
    version: version + 1,
    rebuiltAt: nowMs,
    ...(changedAt !== null && { changedAt }),
  };
}

function unchanged({ version }: Counter): Partial<PutItemCommandInput> {
  if (version === 0)
    return { ConditionExpression: 'attribute_not_exists(#day)', ExpressionAttributeNames: { '#day': 'day' } };
  return {
    ConditionExpression: '#version = :seen',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: toAttributes({ ':seen': version }),
  };
}
