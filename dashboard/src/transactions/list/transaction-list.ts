import type { RowOf, Scanned } from '../../lists/use-list.ts';

/** What a search has found so far. */
export type TransactionList = Scanned<RowOf<'POST /transactions/search'>>;
