import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { type ListEntry, type ListIndex, queryList } from '../../dynamo/list-query.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { ExceptionKind } from './exception.ts';
import { exceptionRange, timeInKey } from './exception-keys.ts';
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
  /** Entries of the index that were scanned, including those of another kind. */
  scanned: number;
  /** The time of opening or closing of the last entry that was scanned; null where none was. */
  scannedUntilMs: number | null;
}

/** Finds one page of exceptions, of at most `MAX_BATCH_KEYS`. Throws `MalformedCursor`. */
export type FindExceptions = (
  filter: ExceptionFilter,
  page: { limit: number; cursor?: string | undefined },
) => Promise<ExceptionPage>;

/** Entries scanned for one page of a kind. */
const MAX_SCANNED = 500;

/** Open exceptions, the oldest first, of all merchants or of one; closed ones, the latest first. */
export function findExceptionsIn(
  client: DynamoDBClient,
  tableName: string,
  state: ExceptionRecord['state'],
): FindExceptions {
  return async (filter, { limit, cursor }) => {
    const { kind, merchantId } = filter;
    const atMost = Math.min(Math.max(limit, 1), MAX_BATCH_KEYS);
    const range = { ...exceptionRange(state, filter), isBackward: state === 'closed' };
    const page = { size: kind === undefined ? atMost : MAX_SCANNED, cursor };
    const { entries, cursorAfter } = await queryList(client, indexOf(tableName, state, merchantId), range, page);
    const wanted = entries.filter(({ projected }) => (kind ?? projected.kind?.S) === projected.kind?.S);
    const shown = wanted.slice(0, atMost);
    const end = shown.at(-1);
    const scanned = end && shown.length === atMost ? entries.indexOf(end) + 1 : entries.length;
    const last = entries[scanned - 1];
    return {
      exceptions: await readAll(client, tableName, shown, state),
      cursor: cursorAfter(scanned),
      scanned,
      scannedUntilMs: last ? timeInKey(last.key) : null,
    };
  };
}

function indexOf(TableName: string, state: string, merchantId: string | undefined): ListIndex {
  const sortKey = 'exceptionKey';
  return merchantId === undefined
    ? { TableName, IndexName: 'exceptions', partitionKey: 'state', partition: state, sortKey }
    : { TableName, IndexName: 'exceptionsByMerchant', partitionKey: 'merchantId', partition: merchantId, sortKey };
}

/** The exceptions of these entries, in their order; one that was closed meanwhile is left out of the open ones. */
async function readAll(
  client: DynamoDBClient,
  tableName: string,
  entries: readonly ListEntry[],
  state: ExceptionRecord['state'],
): Promise<ExceptionRecord[]> {
  const keys = entries.map(({ transactionId, item }) => toAttributes({ transactionId, item }));
  const items = await batchGet(client, tableName, keys);
  return items.flatMap((item) => (item ? exceptionOf(item) : [])).filter((record) => record.state === state);
}
