import { toCursor } from '../../dynamo/cursor.ts';
import { Refusal } from '../../http/refusal.ts';
import { isTransactionId } from '../../payments/ids.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type DashboardCaller, mayRead, scopeOf } from '../caller.ts';
import { type ListPage, listPage } from '../scanned.ts';
import type { Entry, Wanted } from './transactions-find.table.ts';
import type { ListInput } from './transactions-input.ts';
import { type BankIdDependencies, idsOfBankId, idsOfReference } from './transactions-pointer.ts';
import {
  groupAt,
  type MerchantsScanned,
  merchantsScanned,
  positionAfter,
  positionAfterScan,
} from './transactions-position.ts';
import { isWanted, rowOf, type TransactionRow } from './transactions-row.ts';
import { type ScanDependencies, scanTransactions } from './transactions-scan.ts';

export interface ListDependencies extends ScanDependencies, BankIdDependencies {
  read: Transactions['read'];
  readReference: Transactions['readReference'];
  /** Every merchant of the stage, for staff who name none. */
  merchantIds(): Promise<string[]>;
}

/**
 * `scannedUntil`: everything later in the period has been scanned (of these merchants); null by order or id, which have
 * no time. `merchants`: the list continues group by group, newest first in each.
 */
export type TransactionPage = ListPage<'transactions', TransactionRow> & { merchants: MerchantsScanned };

/**
 * A page of transactions, newest first, from the index for the search: never a table scan, and at most 500 reads of
 * half a unit. A page may hold fewer than `limit`, or none, and not be the last; `isComplete` shows which.
 */
export function listTransactions(dependencies: ListDependencies) {
  return async (input: ListInput, caller: DashboardCaller): Promise<TransactionPage> => {
    const { find, filters, limit, cursor } = input;
    const scope = scopeOf(caller, input.merchantId);
    if ('transactionId' in find)
      return completePage(await namedRows(dependencies, [find.transactionId], input, caller));
    if ('reference' in find || 'bankId' in find) {
      const { ids } = await groupAt(dependencies, scope, {});
      const found =
        'bankId' in find
          ? await idsOfBankId(dependencies, find.bankId, ids)
          : await idsOfReference(dependencies, find, ids);
      return completePage(await namedRows(dependencies, found, input, caller));
    }
    const wanted = wantedOf(find);
    const position = positionAfter(wanted, cursor);
    const group = await groupAt(dependencies, scope, position);
    const page = await scanTransactions(dependencies, {
      wanted,
      merchantIds: group.ids,
      filters,
      limit,
      after: position.after,
    });
    const rows = page.found.map(rowOf);
    const next = positionAfterScan(group, position, page);
    const listed = listPage('transactions', {
      // An order's index is not sorted by time.
      rows: wanted.by === 'order' ? exactFirst(rows.sort(byCreation), wanted.orderId) : rows,
      cursor: next && toCursor(next),
      scanned: page.scanned,
      until: scannedUntil(wanted, page.isLast, page.last),
    });
    return { ...listed, merchants: merchantsScanned(group) };
  };
}

export function wantedOf(find: Extract<ListInput['find'], { period: unknown } | { orderId: string }>): Wanted {
  if ('orderId' in find) return { by: 'order', orderId: find.orderId, isPrefix: find.match === 'prefix' };
  const { by, from, to } = find.period;
  if (to.toMs <= from.fromMs) throw new Refusal('invalid', 'period: to must not be before from');
  return { by, fromMs: from.fromMs, toMs: to.toMs };
}

/** Of these transactions those that the caller may read and the filters let through. */
async function namedRows(
  { read }: Pick<ListDependencies, 'read'>,
  transactionIds: readonly string[],
  { filters, merchantId }: ListInput,
  caller: DashboardCaller,
): Promise<TransactionRow[]> {
  const scope = scopeOf(caller, merchantId);
  const found = await Promise.all(transactionIds.filter(isTransactionId).map((id) => read(id, true)));
  return found
    .filter((each) => each !== undefined)
    .filter((each) => mayRead(caller, each.merchantId) && [null, each.merchantId].includes(scope.merchantId))
    .filter((each) => isWanted(each, filters))
    .map(rowOf);
}

function completePage(rows: TransactionRow[]): TransactionPage {
  return { ...listPage('transactions', { rows, cursor: null, scanned: 1, until: null }), merchants: null };
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
