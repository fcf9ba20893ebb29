import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { type EntryRange, queryShards, type ShardedEntry } from '../../dynamo/sharded-query.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { SHARDS } from '../tables.ts';
import { EXCEPTION_PREFIX, type ExceptionKind } from './exception.ts';
import { closedRange, openedAtOf, openRange, readClosedKey } from './exception-keys.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';

/** Filter of exceptions: merchant, kind, and the time of opening (or of closing) from `fromMs` until before `toMs`. */
export interface ExceptionFilter {
  merchantId?: string;
  kind?: ExceptionKind;
  fromMs: number;
  toMs: number;
}

/** A page. It may have fewer than `limit` exceptions, or none, before the last page: only the last has no cursor. */
export interface ExceptionPage {
  exceptions: ExceptionRecord[];
  cursor: string | null;
  /** Entries of the index that were scanned, including those that the filter removed. */
  scanned: number;
  /** For closed exceptions: everything in the period that was closed later has been scanned. Null for open ones. */
  scannedUntilMs: number | null;
}

/** Finds one page of exceptions, of at most `MAX_BATCH_KEYS`. Throws `MalformedCursor`. */
export type FindExceptions = (
  filter: ExceptionFilter,
  page: { limit: number; cursor?: string | undefined },
) => Promise<ExceptionPage>;

/** Entries scanned for one page when a filter applies; some 25 of them cost half a read unit. */
const MAX_SCANNED = 500;

/** Open exceptions by merchant, then by time, oldest first; foreign payments come first. */
export function findOpenExceptionsIn(client: DynamoDBClient, tableName: string): FindExceptions {
  return find(client, tableName, {
    state: 'open',
    range: (filter) => openRange(filter),
    isWanted: ({ key, item }, filter) => isOfKind(item, filter) && isWithin(openedAtOf(key), filter),
    scanLimit: (limit) => limit,
  });
}

/** Closed exceptions of all merchants, the latest first. */
export function findClosedExceptionsIn(client: DynamoDBClient, tableName: string): FindExceptions {
  return find(client, tableName, {
    state: 'closed',
    range: (filter) => ({ ...closedRange(filter), isBackward: true }),
    isWanted: ({ key, item }, filter) => isOfKind(item, filter) && isOfMerchant(readClosedKey(key).merchantId, filter),
    scanLimit: (limit, { merchantId, kind }) => ((merchantId ?? kind) === undefined ? limit : MAX_SCANNED),
    timeOf: ({ key }) => readClosedKey(key).closedAt,
  });
}

interface List {
  state: ExceptionRecord['state'];
  range(filter: ExceptionFilter): EntryRange;
  isWanted(entry: ShardedEntry, filter: ExceptionFilter): boolean;
  /** How many entries may be scanned for a page of `limit`. */
  scanLimit(limit: number, filter: ExceptionFilter): number;
  /** The time of an entry, where the list is ordered by time. */
  timeOf?(entry: ShardedEntry): number;
}

function find(client: DynamoDBClient, tableName: string, list: List): FindExceptions {
  const index = { TableName: tableName, IndexName: 'exceptions', sortKey: 'exceptionKey', shards: SHARDS };
  return async (filter, { limit, cursor }) => {
    const atMost = Math.min(Math.max(limit, 1), MAX_BATCH_KEYS);
    const page = { size: list.scanLimit(atMost, filter), cursor };
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

/** The exceptions of these entries, in their order; one that was closed meanwhile is left out of the open ones. */
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
