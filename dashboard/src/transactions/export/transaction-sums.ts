import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import { addEuros } from '../../finance/unnotified/unnotified-sums.ts';

/** A transaction as far as a sum needs it; `refunded` is null where the bank reported a refund without an amount. */
export type Summed = Pick<ExportRow, 'status' | 'amount' | 'refunded'>;

/** Sums of a list; EUR. */
export interface TransactionSums {
  count: number;
  /** The amounts of all, whatever their status. */
  euros: number;
  paid: { count: number; euros: number; refunded: number; net: number };
  /** Paid transactions with a refund whose amount is unknown: it is missing from `refunded`. */
  unknownRefunds: number;
}

export const NO_TRANSACTIONS: TransactionSums = {
  count: 0,
  euros: 0,
  paid: { count: 0, euros: 0, refunded: 0, net: 0 },
  unknownRefunds: 0,
};

export function addTransactions(sums: TransactionSums, rows: readonly Summed[]): TransactionSums {
  const paid = rows.filter(({ status }) => status === 'paid');
  const paidEuros = addEuros(sums.paid.euros, ...paid.map(({ amount }) => amount));
  const refunded = addEuros(sums.paid.refunded, ...paid.map((row) => row.refunded ?? 0));
  return {
    count: sums.count + rows.length,
    euros: addEuros(sums.euros, ...rows.map(({ amount }) => amount)),
    paid: {
      count: sums.paid.count + paid.length,
      euros: paidEuros,
      refunded,
      net: addEuros(paidEuros, -refunded),
    },
    unknownRefunds: sums.unknownRefunds + paid.filter((row) => row.refunded === null).length,
  };
}
