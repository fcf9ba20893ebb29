import type { KnownPayment } from '../../banking/bank.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import { unlessUnreadable } from '../../runtime/parse-item.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { type Totals, totalsOf } from './day-totals.ts';
import { EDGE_MS } from './near-midnight.ts';
import { isPaidOn, type Reconciled, reconcile } from './reconcile.ts';
import type { QueryResult } from './reconcile-payment.ts';
import type { ReconciliationTable } from './reconciliation.table.ts';
import type { BankLine, OurTransaction } from './records.ts';

/** The banks by account; undefined for an unknown account. A bank may also answer why it was not queried. */
export interface BanksToQuery {
  bank(account: string): Promise<QueriedBank | undefined>;
}

export interface QueriedBank {
  askStatus(bankId: string, known?: KnownPayment): Promise<QueryResult>;
}

export interface DayDependencies {
  table: ReconciliationTable;
  bankAccounts: BanksToQuery;
  /** Called after each step of reading and querying. */
  progress(step: 'read' | 'asked', done: number, of: number): void;
}

export interface DayRequest {
  day: LisbonDay;
  /** All merchants of the stage, or the selected one. */
  merchantIds: readonly string[];
  /** Lines of the export that are not this merchant's are left out. */
  merchantId?: string | undefined;
  /** Only what is on this bank account. */
  account?: string | undefined;
  /** Compares these of its transactions alone, such as those that the bank gave no clear answer about. */
  transactionIds?: readonly string[] | undefined;
  lines: readonly BankLine[] | null;
  /** The export’s columns that have no meaning here. */
  unusedColumns?: readonly string[] | undefined;
}

export interface DayReport {
  day: LisbonDay;
  merchantId: string | null;
  account: string | null;
  /** Without an export that has a line of the day, money that the bank has and we do not cannot be seen. */
  oneSided: boolean;
  unusedColumns: readonly string[];
  reconciled: Reconciled;
  totals: Totals;
  /** Transactions that are not in the form in which we write them: they are in none of the figures. */
  unreadable: string[];
}

// Limits concurrency towards the bank, where a query takes about 100 ms.
const MAX_CONCURRENT_READS = 16;
const MAX_CONCURRENT_QUERIES = 8;

/** Reads our records of a day, queries the bank about each payment, and compares. Changes nothing. */
export function reconcileDay(dependencies: DayDependencies) {
  return async (request: DayRequest): Promise<DayReport> => {
    const { day, merchantId, account, transactionIds, lines } = request;
    const { transactions, unreadable } = await gather(dependencies, request);
    const asked = await ask(
      dependencies,
      transactions.filter((transaction) => isPaidOn(day, transaction)),
    );
    const reconciled = reconcile({
      day,
      transactions,
      asked,
      lines,
      merchantId,
      isSelection: transactionIds !== undefined,
    });
    return {
      day,
      merchantId: merchantId ?? null,
      account: account ?? null,
      oneSided: !lines?.some((line) => line.day === day.name),
      unusedColumns: request.unusedColumns ?? [],
      reconciled,
      totals: totalsOf(day, transactions, reconciled),
      unreadable,
    };
  };
}

async function gather(
  { table, progress }: DayDependencies,
  request: DayRequest,
): Promise<{ transactions: OurTransaction[]; unreadable: string[] }> {
  const { account } = request;
  const ids = request.transactionIds ?? (await idsOf(table, request));
  const unreadable: string[] = [];
  let read = 0;
  const found = await sideBySide(ids, MAX_CONCURRENT_READS, async (id) => {
    const transaction = await unlessUnreadable(
      () => table.read(id),
      () => unreadable.push(id),
    );
    read += 1;
    progress('read', read, ids.length);
    return transaction;
  });
  const transactions = found
    .filter((transaction) => transaction !== undefined)
    .filter(({ bankAccount }) => account === undefined || bankAccount === account);
  return { transactions, unreadable };
}

/** Of those paid on the day or close to it, those refunded on it, and those that the export names. */
async function idsOf(table: ReconciliationTable, { day, merchantIds, lines }: DayRequest): Promise<string[]> {
  const ofDay = await sideBySide(merchantIds, MAX_CONCURRENT_READS, async (id) => {
    const paid = await table.paidIds(id, day.fromMs - EDGE_MS, day.toMs + EDGE_MS);
    return [...paid, ...(await table.refundedIds(id, day.fromMs, day.toMs))];
  });
  const named = (lines ?? []).flatMap(({ transactionId }) => transactionId ?? []);
  return [...new Set([...ofDay.flat(), ...named])];
}

async function ask(
  { bankAccounts, progress }: DayDependencies,
  paid: readonly OurTransaction[],
): Promise<Map<string, QueryResult>> {
  let asked = 0;
  const answers = await sideBySide(paid, MAX_CONCURRENT_QUERIES, async (transaction) => {
    const status = await askOne(bankAccounts, transaction);
    asked += 1;
    progress('asked', asked, paid.length);
    return [transaction.transactionId, status] as const;
  });
  return new Map(answers);
}

async function askOne(
  bankAccounts: DayDependencies['bankAccounts'],
  { bankAccount, paidBankId, method, amountCents, paidAtMs }: OurTransaction,
): Promise<QueryResult> {
  if (paidBankId === null) return { kind: 'not-queried', note: { code: 'no-bank-payment' } };
  const bank = await bankAccounts.bank(bankAccount);
  // By the bank id alone, where a provider has more than one query: that one returns the amount received.
  const known = method === null ? undefined : { method, expectedCents: amountCents, endsAtMs: paidAtMs ?? 0 };
  if (!bank) return { kind: 'not-queried', note: { code: 'unknown-account', account: bankAccount } };
  return bank.askStatus(paidBankId, known);
}
