import { MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import type { Transaction } from '../../payments/transaction.ts';
import type { Entry, ScanEntries, Wanted } from './transactions-find.table.ts';
import type { TransactionFilters } from './transactions-input.ts';
import type { ReadTransactions } from './transactions-read.table.ts';
import { isWanted } from './transactions-row.ts';

export interface ScanDependencies {
  scanEntries: ScanEntries;
  readMany: ReadTransactions;
}

/** A page reads no more than this, however few the filters let through. */
export const MAX_SCANNED = 500;

export interface ScanRequest {
  wanted: Wanted;
  merchantIds: readonly string[];
  filters: TransactionFilters;
  limit: number;
  after?: Entry | undefined;
}

/** Scans in batches until `limit` are found, no entry is left, or `MAX_SCANNED` were read. */
export async function scanTransactions(dependencies: ScanDependencies, request: ScanRequest) {
  const { wanted, merchantIds, filters, limit } = request;
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  const size = Math.min(MAX_BATCH_KEYS, isFiltered ? MAX_BATCH_KEYS : limit);
  const scan = dependencies.scanEntries(wanted, merchantIds, { size, after: request.after });
  const found: Transaction[] = [];
  let last = request.after;
  let scanned = 0;
  let isCut = false;
  while (!isCut && !scan.isOver() && found.length < limit && scanned < MAX_SCANNED) {
    const left = isFiltered ? MAX_BATCH_KEYS : limit - found.length;
    const entries = await scan.next(Math.min(MAX_BATCH_KEYS, MAX_SCANNED - scanned, left));
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
  return { found, last, scanned, isLast: !isCut && scan.isOver() };
}

async function readEntries(
  { readMany }: ScanDependencies,
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
