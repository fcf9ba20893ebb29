import type { Query } from '../dynamo/query.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { EXCEPTION_PREFIX } from './exceptions/exception.ts';
import { REFUND_PREFIX } from './money/refund.ts';
import { MAIN_ITEM } from './tables.ts';

/** Sort keys that begin with a text, or those from `from` to the last one that begins with `to`. */
type ItemRange = string | { from: string; to: string };

/** The main item, exceptions and refunds. Answers of receivers and previous series sort outside. */
export const MONEY_ITEMS: ItemRange = { from: EXCEPTION_PREFIX, to: REFUND_PREFIX };
/** The main item and refunds. */
export const BOOKED_ITEMS: ItemRange = { from: MAIN_ITEM, to: REFUND_PREFIX };
/** All but the answers of receivers, which expire, and sort before all others. */
export const LASTING_ITEMS: ItemRange = { from: 'answer#~', to: '' };

const LAST_CHARACTER = '\u{10ffff}';

/** The query for the items of a transaction, or for a range of them, in key order; strongly consistent. */
export function itemsQuery(TableName: string, transactionId: string, range?: ItemRange): Query {
  const key = { TableName, ConsistentRead: true, KeyConditionExpression: 'transactionId = :id' };
  if (!range) return { ...key, ExpressionAttributeValues: toAttributes({ ':id': transactionId }) };
  const [condition, values] =
    typeof range === 'string'
      ? ['begins_with(#item, :prefix)', { ':prefix': range }]
      : ['#item BETWEEN :from AND :to', { ':from': range.from, ':to': `${range.to}${LAST_CHARACTER}` }];
  return {
    ...key,
    KeyConditionExpression: `${key.KeyConditionExpression} AND ${condition}`,
    // `item` is a reserved word.
    ExpressionAttributeNames: { '#item': 'item' },
    ExpressionAttributeValues: toAttributes({ ':id': transactionId, ...values }),
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
