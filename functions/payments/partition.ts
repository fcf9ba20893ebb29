import type { Query } from '../dynamo/query.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { EXCEPTION_PREFIX } from './exceptions/exception.ts';
import { REFUND_PREFIX } from './money/refund.ts';
import { MAIN_ITEM } from './tables.ts';

/** Sort keys from `from` to the last one that begins with `to`. */
interface ItemRange {
  from: string;
  to: string;
}

/** The main item, exceptions and refunds. Answers of receivers and records of resends sort outside. */
export const MONEY_ITEMS: ItemRange = { from: EXCEPTION_PREFIX, to: REFUND_PREFIX };

const LAST_CHARACTER = '\u{10ffff}';

/** The query for the items of a transaction, or for a range of them, in key order; strongly consistent. */
export function itemsQuery(TableName: string, transactionId: string, range?: ItemRange): Query {
  const key = { TableName, ConsistentRead: true, KeyConditionExpression: 'transactionId = :id' };
  if (!range) return { ...key, ExpressionAttributeValues: toAttributes({ ':id': transactionId }) };
  return {
    ...key,
    KeyConditionExpression: `${key.KeyConditionExpression} AND #item BETWEEN :from AND :to`,
    // `item` is a reserved word.
    ExpressionAttributeNames: { '#item': 'item' },
    ExpressionAttributeValues: toAttributes({
      ':id': transactionId,
      ':from': range.from,
      ':to': `${range.to}${LAST_CHARACTER}`,
    }),
  };
}

/** The items of one transaction: the main one, and those beside it by kind. */
export interface Partition {
  main: Attributes;
  /** Parses the items whose sort key is of a kind. */
  items<Item>(isOfKind: (sortKey: string) => boolean, parse: (item: Attributes) => Item): Item[];
}

/** Undefined where there is no main item: there is no such transaction. */
export function partitionOf(items: readonly Attributes[]): Partition | undefined {
  const main = items.find(({ item }) => item?.S === MAIN_ITEM);
  return main && { main, items: (isOfKind, parse) => items.filter(({ item }) => isOfKind(item?.S ?? '')).map(parse) };
}
