import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { type EntryRange, queryShards, type ShardedEntry } from '../../dynamo/sharded-query.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { SHARDS } from '../tables.ts';
import { EXCEPTION_PREFIX, type ExceptionKind } from './exception.ts';
import { closedRange, openedAtOf, openRange, readClosedKey } from './exception-keys.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';

/**
 * Which exceptions: of one merchant or of all, of one kind or of all, opened (of the closed ones: closed) at `fromMs` or
 * later and before `toMs`.
 */
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
  /** Entries of the index looked at, those included that the filter left out. */
  scanned: number;
  /** Of closed ones: all that was closed later, in the period, has been looked at. Null of open ones. */
  scannedUntilMs: number | null;
}

export type FindExceptions = (
  filter: ExceptionFilter,
  page: { limit: number; cursor?: string | undefined },
) => Promise<ExceptionPage>;

export const LARGEST_PAGE = MAX_BATCH_KEYS;

/** What a page looks at in search of one merchant's among all that were closed; entries only, some 25 to half a unit. */
const MAX_SCANNED = 500;

/** Open exceptions: by merchant, then by time, the oldest first; foreign payments, which have no merchant, first of all. */
export function findOpenExceptionsIn(client: DynamoDBClient, tableName: string): FindExceptions {
  return find(client, tableName, {
    state: 'open',
    range: (filter) => openRange(filter),
    isWanted: ({ key, item }, filter) => isOfKind(item, filter) && isWithin(openedAtOf(key), filter),
    looks: (limit) => limit,
  });
}

/** Closed exceptions, the one that was closed last first, whosever they are. */
export function findClosedExceptionsIn(client: DynamoDBClient, tableName: string): FindExceptions {
  return find(client, tableName, {
    state: 'closed',
    range: (filter) => ({ ...closedRange(filter), isBackward: true }),
    isWanted: ({ key, item }, filter) => isOfKind(item, filter) && isOfMerchant(readClosedKey(key).merchantId, filter),
    looks: (limit, { merchantId, kind }) => ((merchantId ?? kind) === undefined ? limit : MAX_SCANNED),
    timeOf: ({ key }) => readClosedKey(key).closedAt,
  });
}

interface List {
  state: ExceptionRecord['state'];
  range(filter: ExceptionFilter): EntryRange;
  isWanted(entry: ShardedEntry, filter: ExceptionFilter): boolean;
  /** How many entries a page of `limit` may look at. */
  looks(limit: number, filter: ExceptionFilter): number;
  /** Where the list goes by time. */
  timeOf?(entry: ShardedEntry): number;
}

function find(client: DynamoDBClient, tableName: string, list: List): FindExceptions {
  const index = { TableName: tableName, IndexName: 'exceptions', sortKey: 'exceptionKey', shards: SHARDS };
  return async (filter, { limit, cursor }) => {
    const atMost = Math.min(Math.max(limit, 1), LARGEST_PAGE);
    const page = { size: list.looks(atMost, filter), cursor };
    const { entries, cursorAfter } = await queryShards(client, index, list.range(filter), page);
    const wanted = entries.filter((entry) => list.isWanted(entry, filter)).slice(0, atMost);
    const end = wanted.at(-1);
    const scanned = end && wanted.length === atMost ? entries.indexOf(end) + 1 : entries.length;
    const next = cursorAfter(scanned);
    const last = entries[scanned - 1];
    return {
      exceptions: await readAll(client, tableName, wanted, list.state),
      cursor: next,
      scanned,
      scannedUntilMs: (list.timeOf && (next === null ? filter.fromMs : last && list.timeOf(last))) ?? null,
    };
  };
}

function isOfKind(item: string, { kind }: ExceptionFilter): boolean {
  return kind === undefined || item.startsWith(`${EXCEPTION_PREFIX}${kind}#`);
}

function isOfMerchant(merchantId: string | null, filter: ExceptionFilter): boolean {
  return filter.merchantId === undefined || filter.merchantId === merchantId;
}

function isWithin(timeMs: number, { fromMs, toMs }: ExceptionFilter): boolean {
  return timeMs >= fromMs && timeMs < toMs;
}

/** The exceptions of these entries, in their order; an open one that was closed a moment ago is left out. */
async function readAll(
  client: DynamoDBClient,
  tableName: string,
  entries: readonly ShardedEntry[],
  state: ExceptionRecord['state'],
): Promise<ExceptionRecord[]> {
  const keys = entries.map(({ transactionId, item }) => toAttributes({ transactionId, item }));
  const items = await batchGet(client, tableName, keys);
  return items.flatMap((item) => (item ? exceptionOf(item) : [])).filter((record) => record.state === state);
}
