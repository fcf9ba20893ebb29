import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import { addEuros } from '../../i18n/add-euros.ts';

/** A transaction as far as a sum needs it. */
export type Summed = Pick<ExportRow, 'amount' | 'received'>;

/** Sums of a list; EUR. */
export interface TransactionSums {
  count: number;
  /** The amounts of all, whatever their status. */
  euros: number;
  /** Those that were paid, and what was received for them. */
  paid: { count: number; euros: number };
}

export const NO_TRANSACTIONS: TransactionSums = { count: 0, euros: 0, paid: { count: 0, euros: 0 } };

export function addTransactions(sums: TransactionSums, rows: readonly Summed[]): TransactionSums {
  const received = rows.flatMap((row) => row.received ?? []);
  return {
    count: sums.count + rows.length,
    euros: addEuros(sums.euros, ...rows.map(({ amount }) => amount)),
    paid: { count: sums.paid.count + received.length, euros: addEuros(sums.paid.euros, ...received) },
  };
}
