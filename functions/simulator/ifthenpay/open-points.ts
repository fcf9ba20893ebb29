import { GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { fromAttributes } from '../../runtime/attributes.ts';
import { setExpression } from '../payments/writes.ts';
import { OPEN_POINTS_KEY, type Table } from '../table.ts';

/** What ifthenpay's public documents leave open, to be set by a control endpoint. */
export const openPoints = z.object({
  /** Placeholders that a callback leaves unfilled: no source has a status in the URL of a Multibanco reference. */
  unfilled: z.array(z.string().regex(/^\w+$/)).default([]),
  /**
   * How exact the times of the list of payments are: the published sample has minutes, answers of production seconds.
   */
  listTimes: z.enum(['minutes', 'seconds']).default('minutes'),
  /** By how much the list's time of a payment is later than its callback's. */
  listLaterSeconds: z.int().min(0).max(59).default(0),
});
export type OpenPoints = z.infer<typeof openPoints>;

export async function readOpenPoints({ dynamo, tableName }: Table): Promise<OpenPoints> {
  const { Item } = await dynamo.send(
    new GetItemCommand({ TableName: tableName, Key: OPEN_POINTS_KEY, ConsistentRead: true }),
  );
  return openPoints.parse(Item ? fromAttributes(Item) : {});
}

/** Replaces them. */
export async function storeOpenPoints({ dynamo, tableName }: Table, points: OpenPoints): Promise<void> {
  await dynamo.send(new UpdateItemCommand({ TableName: tableName, Key: OPEN_POINTS_KEY, ...setExpression(points) }));
}
