import type { RefundRow } from '../../../../functions/dashboard/finance/refunds/refunds.ts';
import { addEuros } from '../unnotified/unnotified-sums.ts';

/** Sums of refunds; EUR. */
export interface RefundSums {
  count: number;
  returned: number;
  ofPayment: number;
  ofExcess: number;
  /** Refunds without a reported amount: they are missing from the euros. */
  unknown: number;
}

export const NO_REFUNDS: RefundSums = { count: 0, returned: 0, ofPayment: 0, ofExcess: 0, unknown: 0 };

export function addRefunds(sums: RefundSums, rows: readonly RefundRow[]): RefundSums {
  const added = (name: 'returned' | 'ofPayment' | 'ofExcess') =>
    addEuros(sums[name], ...rows.map((row) => row[name] ?? 0));
  return {
    count: sums.count + rows.length,
    returned: added('returned'),
    ofPayment: added('ofPayment'),
    ofExcess: added('ofExcess'),
    unknown: sums.unknown + rows.filter(({ returned }) => returned === null).length,
  };
}
