import { type DynamoDBClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../runtime/attributes.ts';

export type Query = Omit<QueryCommandInput, 'ExclusiveStartKey'>;

/** `after` is where the page ended, for the next one; undefined when nothing follows. */
export interface QueryPage {
  items: Attributes[];
  after: Attributes | undefined;
}

/** One page: at most `Limit` items, and never more than DynamoDB's 1 MB. */
export async function queryPage(client: DynamoDBClient, query: Query, after?: Attributes): Promise<QueryPage> {
  const page = await client.send(new QueryCommand({ ...query, ExclusiveStartKey: after }));
  return { items: page.Items ?? [], after: page.LastEvaluatedKey };
}

/** Page after page to the end; the next is read when it is asked for. */
export async function* queryPages(client: DynamoDBClient, query: Query): AsyncGenerator<Attributes[]> {
  let after: Attributes | undefined;
  do {
    const page = await queryPage(client, query, after);
    yield page.items;
    after = page.after;
  } while (after);
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
