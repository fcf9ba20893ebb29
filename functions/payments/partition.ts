import type { Query } from '../dynamo/query.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { MAIN_ITEM } from './tables.ts';

/** Sort keys from `first` to all that begin with `last`; a string: all that begin with it. */
type ItemRange = string | { first: string; last: string };

/** The query for the items of a transaction, or for a range of them, in key order; strongly consistent. */
export function itemsQuery(TableName: string, transactionId: string, range?: ItemRange): Query {
  const key = { TableName, ConsistentRead: true, KeyConditionExpression: 'transactionId = :id' };
  if (!range) return { ...key, ExpressionAttributeValues: toAttributes({ ':id': transactionId }) };
  const { first, last } = typeof range === 'string' ? { first: range, last: range } : range;
  return {
    ...key,
    KeyConditionExpression: `${key.KeyConditionExpression} AND #item BETWEEN :first AND :last`,
    // `item` is a reserved word.
    ExpressionAttributeNames: { '#item': 'item' },
    ExpressionAttributeValues: toAttributes({ ':id': transactionId, ':first': first, ':last': `${last}\uffff` }),
  };
}

/** The items of one transaction: the main one, and those beside it by kind. */
export interface Partition {
  main: Attributes;
  /** Parses the items whose sort key is of a kind. */
  of<Item>(isOfKind: (sortKey: string) => boolean, parse: (item: Attributes) => Item): Item[];
}

/** Undefined where there is no main item: there is no such transaction. */
export function partitionOf(items: readonly Attributes[]): Partition | undefined {
  const main = items.find(({ item }) => item?.S === MAIN_ITEM);
  return main && { main, of: (isOfKind, parse) => items.filter(({ item }) => isOfKind(item?.S ?? '')).map(parse) };
}
