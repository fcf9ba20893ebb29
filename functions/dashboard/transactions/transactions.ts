import { MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { toCursor } from '../../dynamo/cursor.ts';
import { Refusal } from '../../http/refusal.ts';
import { isTransactionId } from '../../payments/ids.ts';
import type { Transaction } from '../../payments/transaction.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type DashboardCaller, mayRead, type Scope, scopeOf } from '../caller.ts';
import type { Entry, WalkEntries, Wanted } from './transactions-find.table.ts';
import type { ListInput, TransactionFilters } from './transactions-input.ts';
import { groupAt, type MerchantsScanned, merchantsScanned, placeAfter, placeAfterScan } from './transactions-place.ts';
import type { ReadTransactions } from './transactions-read.table.ts';
import { isWanted, rowOf, type TransactionRow } from './transactions-row.ts';

export interface ListDependencies {
  walk: WalkEntries;
  readMany: ReadTransactions;
  read: Transactions['read'];
  readReference: Transactions['readReference'];
  /** Every merchant of the stage, for staff who name none. */
  merchantIds(): Promise<string[]>;
}

export interface TransactionPage {
  transactions: TransactionRow[];
  /** For the next page; null at the end. */
  cursor: string | null;
  /** Everything later in the period has been scanned (of these merchants); null by order or id, which have no time. */
  scannedUntil: string | null;
  /** Everything has been scanned. */
  isComplete: boolean;
  /** Transactions read for this page, those included that the filters left out. */
  scanned: number;
  /** If there are too many merchants for one scan: the list continues group by group, newest first in each. */
  merchants: MerchantsScanned;
}

/** A page reads no more than this, however few the filters let through. */
export const MAX_SCANNED = 500;

/**
 * A page of transactions, newest first, from the index for the search: never a table scan, and at most 500 reads of
 * half a unit. A page may hold fewer than `limit`, or none, and not be the last; `isComplete` shows which.
 */
export function listTransactions(dependencies: ListDependencies) {
  return async (input: ListInput, caller: DashboardCaller): Promise<TransactionPage> => {
    const { find, filters, limit, cursor } = input;
    const scope = scopeOf(caller, input.merchantId);
    if ('transactionId' in find) return oneTransaction(dependencies, find.transactionId, filters, caller, scope);
    if ('reference' in find) {
      const transactionId = await dependencies.readReference(find);
      return oneTransaction(dependencies, transactionId, filters, caller, scope);
    }
    const wanted = wantedOf(find);
    const place = placeAfter(wanted, cursor);
    const group = await groupAt(dependencies, scope, place);
    const page = await look(dependencies, { wanted, merchantIds: group.ids, filters, limit, after: place.after });
    const rows = page.found.map(rowOf);
    const next = placeAfterScan(group, place, page);
    return {
      // An order's entries stand in no order of time in their index.
      transactions: wanted.by === 'order' ? exactFirst(rows.sort(byCreation), wanted.orderId) : rows,
      cursor: next && toCursor(next),
      scannedUntil: scannedUntil(wanted, page.isLast, page.last),
      isComplete: next === null,
      scanned: page.scanned,
      merchants: merchantsScanned(group),
    };
  };
}

export function wantedOf(find: Exclude<ListInput['find'], { transactionId: string } | { reference: string }>): Wanted {
  if ('orderId' in find) return { by: 'order', orderId: find.orderId, isPrefix: find.match === 'prefix' };
  const { by, from, to } = find.period;
  if (to.toMs <= from.fromMs) throw new Refusal('invalid', 'period: to must not be before from');
  return { by, fromMs: from.fromMs, toMs: to.toMs };
}

export interface Look {
  wanted: Wanted;
  merchantIds: readonly string[];
  filters: TransactionFilters;
  limit: number;
  after?: Entry | undefined;
}

/** Looks on, a batch of reads at a time, until `limit` are found, nothing is left, or enough has been read. */
export async function look(dependencies: Pick<ListDependencies, 'walk' | 'readMany'>, request: Look) {
  const { wanted, merchantIds, filters, limit } = request;
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  const size = Math.min(MAX_BATCH_KEYS, isFiltered ? MAX_BATCH_KEYS : limit);
  const walk = dependencies.walk(wanted, merchantIds, { size, after: request.after });
  const found: Transaction[] = [];
  let last = request.after;
  let scanned = 0;
  let isCut = false;
  while (!isCut && !walk.isOver() && found.length < limit && scanned < MAX_SCANNED) {
    const left = isFiltered ? MAX_BATCH_KEYS : limit - found.length;
    const entries = await walk.next(Math.min(MAX_BATCH_KEYS, MAX_SCANNED - scanned, left));
    const read = await readEntries(dependencies, wanted, entries);
    scanned += entries.length;
    for (const each of entries) {
      isCut = found.length === limit;
      if (isCut) break;
      last = each;
      const transaction = read.get(each.transactionId);
      if (transaction && isWanted(transaction, filters)) found.push(transaction);
    }
  }
  return { found, last, scanned, isLast: !isCut && walk.isOver() };
}

async function readEntries(
  { readMany }: Pick<ListDependencies, 'readMany'>,
  { by }: Wanted,
  entries: readonly Entry[],
): Promise<Map<string, Transaction>> {
  const isUpToDate = ({ paidAt }: Transaction) => by !== 'paid' || paidAt !== undefined;
  const transactions = await readMany(
    entries.map(({ transactionId }) => transactionId),
    isUpToDate,
  );
  return new Map(transactions.map((transaction) => [transaction.transactionId, transaction]));
}

async function oneTransaction(
  { read }: Pick<ListDependencies, 'read'>,
  transactionId: string | undefined,
  filters: TransactionFilters,
  caller: DashboardCaller,
  { merchantId }: Scope,
): Promise<TransactionPage> {
  const found =
    transactionId !== undefined && isTransactionId(transactionId) ? await read(transactionId, true) : undefined;
  const isSeen = found && mayRead(caller, found.merchantId) && (merchantId === null || merchantId === found.merchantId);
  const transactions = isSeen && isWanted(found, filters) ? [rowOf(found)] : [];
  return { transactions, cursor: null, scannedUntil: null, isComplete: true, scanned: 1, merchants: null };
}

function scannedUntil(wanted: Wanted, isLast: boolean, last: Entry | undefined): string | null {
  if (wanted.by === 'order') return null;
  if (isLast) return isoTime(wanted.fromMs);
  return isoTime(last?.timeMs ?? wanted.toMs);
}

function exactFirst(rows: readonly TransactionRow[], orderId: string): TransactionRow[] {
  const isExact = ({ externalOrderId }: TransactionRow) => externalOrderId === orderId;
  return [...rows.filter(isExact), ...rows.filter((row) => !isExact(row))];
}

function byCreation(a: TransactionRow, b: TransactionRow): number {
  return a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0;
}
