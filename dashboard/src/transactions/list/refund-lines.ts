import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import type { Catalogue } from '../../i18n/en/catalogue.ts';

/** What was refunded of a transaction, a line each. Where it is not paid, no money received for it is an excess. */
export function refundLines(
  { status, refunded }: Pick<TransactionRow, 'status' | 'refunded'>,
  words: Catalogue['transactions'],
  euros: (sum: number) => string,
): string[] {
  if (!refunded) return [];
  const beyond = status === 'paid' ? words.excessRefunded : words.refundedUnpaid;
  return [
    ...(refunded.euros === null ? [words.refundedUnknown] : []),
    ...(refunded.euros ? [words.refundedOf(euros(refunded.euros), euros(refunded.of))] : []),
    ...(refunded.excess > 0 ? [beyond(euros(refunded.excess))] : []),
  ];
}
