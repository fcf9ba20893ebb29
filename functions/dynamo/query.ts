import { type DynamoDBClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../runtime/attributes.ts';

/** A DynamoDB query without its start position. */
export type Query = Omit<QueryCommandInput, 'ExclusiveStartKey'>;

/** `after` is the start position of the next page; undefined on the last one. */
export interface QueryPage {
  items: Attributes[];
  after: Attributes | undefined;
}

/** One page: at most `Limit` items, and never more than DynamoDB's 1 MB. */
export async function queryPage(client: DynamoDBClient, query: Query, after?: Attributes): Promise<QueryPage> {
  const page = await client.send(new QueryCommand({ ...query, ExclusiveStartKey: after }));
  return { items: page.Items ?? [], after: page.LastEvaluatedKey };
}

/** All items of the query, or its first `atMost`. */
export async function queryAll(client: DynamoDBClient, query: Query, atMost = Infinity): Promise<Attributes[]> {
  const items: Attributes[] = [];
  let after: Attributes | undefined;
  do {
    const Limit = atMost === Infinity ? query.Limit : atMost - items.length;
    const page = await queryPage(client, { ...query, Limit }, after);
    items.push(...page.items);
    after = page.after;
  } while (after && items.length < atMost);
  return items;
}
