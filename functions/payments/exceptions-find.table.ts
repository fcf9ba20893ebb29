import { BatchGetItemCommand, type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { isoTime } from '../runtime/clock.ts';
import { EXCEPTION_PREFIX, type ExceptionKind } from './exception.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';
import { SHARDS } from './tables.ts';

/** Which open exceptions: of one merchant or of all, of one kind or of all, opened at `fromMs` or later and before `toMs`. */
export interface ExceptionFilter {
  merchantId?: string;
  kind?: ExceptionKind;
  fromMs: number;
  toMs: number;
}

/** A page; it may hold fewer than `limit`, or none, and yet not be the last: that is the one without a cursor. */
export interface ExceptionPage {
  exceptions: ExceptionRecord[];
  cursor: string | null;
}

export type FindOpenExceptions = (
  filter: ExceptionFilter,
  page: { limit: number; cursor?: string | undefined },
) => Promise<ExceptionPage>;

/** As many as one call of DynamoDB reads. */
export const LARGEST_PAGE = 100;

/** Where a page ended: its last key, and the entries at that very key that were given already. */
const place = z.object({ key: z.string(), given: z.array(z.string()) });
type Place = z.infer<typeof place>;

/** A cursor that no page has given. */
export class MalformedExceptionCursor extends Error {
  constructor() {
    super('not a cursor of this list');
    this.name = 'MalformedExceptionCursor';
  }
}

/**
 * Open exceptions out of the sparse index `exceptions`: by merchant, then by time, the oldest first; foreign payments,
 * which have no merchant, come first of all. The shards are read side by side and merged.
 */
export function findOpenExceptionsIn(client: DynamoDBClient, tableName: string): FindOpenExceptions {
  return async (filter, { limit, cursor }) => {
    const size = Math.min(Math.max(limit, 1), LARGEST_PAGE);
    const after = cursor === undefined ? { key: '', given: [] } : placeOf(cursor);
    const range = rangeOf(filter, after);
    const shards = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) =>
        readShard(client, tableName, shard, range, size + after.given.length),
      ),
    );
    const all = shards
      .flatMap(({ entries }) => entries)
      .filter((entry) => entry.key !== after.key || !after.given.includes(idOf(entry)))
      .sort((a, b) => order(a.key, b.key) || order(idOf(a), idOf(b)));
    const looked = all.slice(0, size);
    const isLast = looked.length === all.length && shards.every(({ hasMore }) => !hasMore);
    const wanted = looked.filter((entry) => isWanted(entry, filter));
    return {
      exceptions: await readAll(client, tableName, wanted),
      cursor: isLast ? null : cursorAfter(looked, after),
    };
  };
}

interface Entry {
  key: string;
  transactionId: string;
  item: string;
}

interface Range {
  from: string;
  to: string;
}

/** The index's key is `{merchantId}#{time}`, `-` for no merchant; all of it is plain ASCII. */
function rangeOf({ merchantId, fromMs, toMs }: ExceptionFilter, { key }: Place): Range {
  const edges =
    merchantId === undefined
      ? { from: ' ', to: '~' }
      : { from: `${merchantId}#${isoTime(fromMs)}`, to: `${merchantId}#${isoTime(toMs)}` };
  return { ...edges, from: key > edges.from ? key : edges.from };
}

async function readShard(client: DynamoDBClient, tableName: string, shard: number, { from, to }: Range, size: number) {
  if (from > to) return { entries: [], hasMore: false };
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'exceptions',
      // `shard` is a reserved word.
      KeyConditionExpression: '#shard = :shard AND exceptionKey BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#shard': 'shard' },
      ExpressionAttributeValues: toAttributes({ ':shard': shard, ':from': from, ':to': to }),
      Limit: size,
    }),
  );
  const entries = Items.map((item) => ({
    key: item.exceptionKey?.S ?? '',
    transactionId: item.transactionId?.S ?? '',
    item: item.item?.S ?? '',
  }));
  return { entries, hasMore: LastEvaluatedKey !== undefined };
}

function isWanted({ key, item }: Entry, { kind, fromMs, toMs }: ExceptionFilter): boolean {
  const openedAt = Date.parse(key.slice(key.lastIndexOf('#') + 1));
  const isOfKind = kind === undefined || item.startsWith(`${EXCEPTION_PREFIX}${kind}#`);
  return isOfKind && openedAt >= fromMs && openedAt < toMs;
}

/** The exceptions of these entries, in their order; what was closed a moment ago is left out. */
async function readAll(
  client: DynamoDBClient,
  tableName: string,
  entries: readonly Entry[],
): Promise<ExceptionRecord[]> {
  const found = new Map<string, ExceptionRecord>();
  let Keys: Attributes[] = entries.map(({ transactionId, item }) => toAttributes({ transactionId, item }));
  while (Keys.length > 0) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys } } }),
    );
    for (const item of Responses?.[tableName] ?? []) {
      const record = exceptionOf(item);
      if (record.state === 'open')
        found.set(`${record.transactionId} ${EXCEPTION_PREFIX}${record.exceptionId}`, record);
    }
    Keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return entries.flatMap((entry) => found.get(idOf(entry)) ?? []);
}

function idOf({ transactionId, item }: Entry): string {
  return `${transactionId} ${item}`;
}

// By code units, which is how DynamoDB orders ASCII text.
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function cursorAfter(looked: readonly Entry[], after: Place): string {
  const key = looked.at(-1)?.key ?? after.key;
  const now = looked.filter((entry) => entry.key === key).map(idOf);
  const next: Place = { key, given: key === after.key ? [...after.given, ...now] : now };
  return Buffer.from(JSON.stringify(next)).toString('base64url');
}

function placeOf(cursor: string): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new MalformedExceptionCursor();
  }
}
