import { MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { isTransactionId } from '../../payments/ids.ts';
import type { Transaction } from '../../payments/transaction.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { type DashboardCaller, type Scope, scopeOf } from '../caller.ts';
import { type EntriesDependencies, type EntriesPage, entriesPage, type Wanted } from '../entries-page.ts';
import { periodOf } from '../inputs.ts';
import type { ReadTransactions } from '../items.table.ts';
import { type ListInput, MAX_SCANNED, type TransactionFilters } from './transactions-input.ts';
import { isWanted, rowOf, type TransactionRow } from './transactions-row.ts';

interface PageDependencies extends EntriesDependencies {
  readMany: ReadTransactions;
}

export interface ListDependencies extends PageDependencies, Pick<Transactions, 'readReference' | 'readPointer'> {
  bankAccountOf(merchantId: string): Promise<string | undefined>;
}

/** `scannedUntil`: everything later in the period has been scanned; null by order or id, which have no time. */
export interface TransactionPage extends Omit<EntriesPage<never>, 'found' | 'untilMs'> {
  transactions: TransactionRow[];
  scannedUntil: string | null;
}

// The newest of them: a merchant's account has one entity, rarely two.
const MAX_REFERENCES = 20;
const MAX_CONCURRENT_READS = 16;

/**
 * A page of transactions, newest first, from the index for the search: never a table scan. A page may hold fewer than
 * `limit`, or none, and not be the last.
 */
export function listTransactions(dependencies: ListDependencies) {
  return async (input: ListInput, caller: DashboardCaller): Promise<TransactionPage> => {
    const { find, filters, limit, cursor } = input;
    const scope = scopeOf(caller, input.merchantId);
    if (!('period' in find) && !('orderId' in find)) {
      const ids = await namedIds(dependencies, find, scope);
      const found = (await dependencies.readMany(ids.filter(isTransactionId))).filter((each) => each !== undefined);
      const ofScope = found.filter(({ merchantId }) => [null, merchantId].includes(scope.merchantId));
      return { ...NAMED, transactions: ofScope.filter((each) => isWanted(each, filters)).map(rowOf) };
    }
    const wanted = wantedOf(find);
    const { found, untilMs, ...page } = await pageOf(dependencies, { wanted, scope, filters, limit, cursor });
    const rows = found.map(rowOf);
    if (wanted.by !== 'order') return { ...page, transactions: rows, scannedUntil: isoTime(untilMs) };
    // An order's index is not sorted by time.
    return { ...page, transactions: exactFirst(rows.sort(byCreation), wanted.orderId), scannedUntil: null };
  };
}

interface PageRequest {
  wanted: Wanted;
  scope: Scope;
  filters: TransactionFilters;
  limit: number;
  cursor?: string | undefined;
}

/** A page of transactions with at most `MAX_SCANNED` reads. */
function pageOf(
  { readMany, ...dependencies }: PageDependencies,
  { wanted, scope, filters, limit, cursor }: PageRequest,
): Promise<EntriesPage<Transaction>> {
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  return entriesPage(dependencies, {
    ...{ wanted, scope, cursor, limit },
    maxScanned: MAX_SCANNED,
    size: isFiltered ? MAX_BATCH_KEYS : Math.min(limit, MAX_BATCH_KEYS),
    read: async (entries) => {
      const read = await readMany(entries.map(({ transactionId }) => transactionId));
      return read.map((each) => (each && isWanted(each, filters) ? each : undefined));
    },
  });
}

type Find = ListInput['find'];

function wantedOf(find: Extract<Find, { period: unknown } | { orderId: string }>): Wanted {
  if ('orderId' in find) return { by: 'order', orderId: find.orderId, isPrefix: find.match === 'prefix' };
  return { by: find.period.by, ...periodOf(find.period) };
}

/** Found by an id, all on one page. */
const NAMED = { cursor: null, scanned: 1, scannedUntil: null, merchants: null };

/** The ids that a search by an id leads to, of any merchant. */
async function namedIds(
  dependencies: ListDependencies,
  find: Exclude<Find, { period: unknown } | { orderId: string }>,
  scope: Scope,
): Promise<string[]> {
  if ('transactionId' in find) return [find.transactionId];
  const found =
    'bankId' in find
      ? await idsOfBankId(dependencies, find.bankId, scope)
      : await idsOfReference(dependencies, find, scope);
  return [...new Set(found.filter((id) => id !== undefined))];
}

/**
 * By that Multibanco reference: of its entity, or of the entities of the latest references. Of an entity that is on none
 * of the last 500 transactions nothing is found.
 */
async function idsOfReference(
  dependencies: ListDependencies,
  { entity, reference }: Extract<Find, { reference: string }>,
  scope: Scope,
): Promise<(string | undefined)[]> {
  const entities = entity === undefined ? await latestEntities(dependencies, scope) : [entity];
  return Promise.all(entities.map((each) => dependencies.readReference({ entity: each, reference })));
}

async function latestEntities(dependencies: ListDependencies, scope: Scope): Promise<string[]> {
  const wanted = { by: 'created', fromMs: 0, toMs: Number.MAX_SAFE_INTEGER } as const;
  const filters: TransactionFilters = { methods: ['REFERENCE'] };
  const { found } = await pageOf(dependencies, { wanted, scope, filters, limit: MAX_REFERENCES });
  return [...new Set(found.flatMap(({ mb }) => (mb ? [mb.entity] : [])))];
}

/** By the pointer from the bank's id, on the bank accounts of these merchants. */
async function idsOfBankId(
  { readPointer, bankAccountOf, merchantIds }: ListDependencies,
  bankId: string,
  { merchantId }: Scope,
): Promise<(string | undefined)[]> {
  const ids = merchantId === null ? await merchantIds() : [merchantId];
  const accounts = new Set(await sideBySide(ids, MAX_CONCURRENT_READS, bankAccountOf));
  return Promise.all(
    [...accounts].map((account) => (account === undefined ? undefined : readPointer(account, bankId))),
  );
}

function exactFirst(rows: readonly TransactionRow[], orderId: string): TransactionRow[] {
  const isExact = ({ externalOrderId }: TransactionRow) => externalOrderId === orderId;
  return [...rows.filter(isExact), ...rows.filter((row) => !isExact(row))];
}

function byCreation(a: TransactionRow, b: TransactionRow): number {
  return a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0;
}
