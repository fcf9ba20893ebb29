import type { MerchantsScanned } from '../../../functions/dashboard/transactions/transactions-position.ts';
import type { Answer, Input } from '../api/client.ts';
import { type Paged, type PagesRequest, usePages } from './use-pages.ts';

/** The routes of lists, and the name of the rows in their answers. */
const ROWS = {
  'POST /transactions/search': 'transactions',
  'POST /finance/undelivered': 'deliveries',
  'POST /finance/exceptions/search': 'exceptions',
  'POST /finance/movements/search': 'movements',
  'POST /accounts/search': 'accounts',
} as const;

export type ListRoute = keyof typeof ROWS;
export type RowOf<R extends ListRoute> =
  Answer<R> extends { [Name in (typeof ROWS)[R]]: readonly (infer Row)[] } ? Row : never;
type UntilOf<R extends ListRoute> = Answer<R> extends { scannedUntil: infer Until } ? NonNullable<Until> : never;

/** A list as far as it was scanned. */
export interface Scanned<Row, Until = string> extends Omit<Paged<unknown>, 'pages'> {
  rows: readonly Row[];
  /** How many items were scanned for the rows. */
  scanned: number;
  /** How far the list was scanned. */
  until: Until | null;
  /** There are no other rows. */
  isComplete: boolean;
  merchants: MerchantsScanned;
}

/** A page of any list. */
interface Page {
  cursor: string | null;
  scanned?: number;
  scannedUntil?: unknown;
  merchants?: MerchantsScanned;
}

interface ListRequest<R extends ListRoute> extends Omit<PagesRequest<Answer<R>>, 'isEnough'> {
  /** The least number of rows of one load; without it one page, however few rows it has. */
  minRows?: number;
  /** Which rows count. */
  isWanted?: (row: RowOf<R>) => boolean;
}

/** A list, scanned page by page. With `null` for the input nothing is called yet. */
export function useList<R extends ListRoute>(
  route: R,
  input: Input<R> | null,
  { minRows = 0, isWanted = () => true, ...request }: ListRequest<R> = {},
): Scanned<RowOf<R>, UntilOf<R>> {
  const rowsOf = (pages: readonly Answer<R>[]) =>
    pages.flatMap((page) => (page as Record<string, unknown>)[ROWS[route]] as RowOf<R>[]);
  const isEnough = (pages: readonly Answer<R>[]) => minRows === 0 || rowsOf(pages).filter(isWanted).length >= minRows;
  const { pages, ...paged } = usePages(route, input, { ...request, isEnough });
  const last: Page | undefined = pages.at(-1);
  return {
    ...paged,
    rows: rowsOf(pages),
    scanned: pages.reduce((sum, page: Page) => sum + (page.scanned ?? 0), 0),
    until: (last?.scannedUntil ?? null) as UntilOf<R> | null,
    isComplete: last?.cursor === null,
    merchants: last?.merchants ?? null,
  };
}
