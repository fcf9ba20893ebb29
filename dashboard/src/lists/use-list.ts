import { useEffect, useMemo, useRef, useState } from 'react';
import type { MerchantsScanned } from '../../../functions/dashboard/entries-page.ts';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';
import { type Answer, call, type Input } from '../api/client.ts';
import type { Received } from '../components/states.tsx';

/** The routes of lists, and the name of the rows in their answers. */
const ROWS = {
  'POST /me/transactions/search': 'transactions',
  'POST /me/undelivered/search': 'deliveries',
  'POST /me/exceptions/search': 'exceptions',
  'POST /me/movements/search': 'movements',
  'POST /finance/accounts/search': 'accounts',
  'POST /me/history/search': 'entries',
} as const;

export type ListRoute = keyof typeof ROWS;
export type RowOf<R extends ListRoute> =
  Answer<R> extends { [Name in (typeof ROWS)[R]]: readonly (infer Row)[] } ? Row : never;

/** A list as far as it was scanned. */
export interface Scanned<Row> extends Received<readonly Row[]> {
  /** Those received so far. */
  rows: readonly Row[];
  /** How many items were scanned for the rows. */
  scanned: number;
  /** How far the list was scanned, ISO 8601; null where it is not sorted by time. */
  until: string | null;
  /** There are no other rows. */
  isComplete: boolean;
  merchants: MerchantsScanned;
  /** Loads on from where the last page ended. */
  more: () => void;
  /** Starts again; what is shown stays until the new answer arrives. */
  reload: () => void;
  /** Stops an automatic load; the pages received stay. */
  stop: () => void;
}

/** A page of any list. It scans a limited number of items and may have no rows. */
interface Page {
  cursor: string | null;
  scanned?: number;
  scannedUntil?: string | null;
  merchants?: MerchantsScanned;
}

interface ListRequest<Row> {
  /** The least number of rows of one load; without it one page, however few rows it has. */
  minRows?: number;
  /** Which rows count. */
  isWanted?: (row: Row) => boolean;
  /** How many pages one load may request. */
  maxPages?: number;
  /** The list last shown is remembered: a return to it shows it at once, and loads it again. */
  isRemembered?: boolean;
}

interface State {
  /** Names the search that the pages answer. */
  search: string;
  /** What is shown. */
  pages: readonly Page[];
  /** How far the load is. It replaces what is shown once it has as many pages. */
  loaded: readonly Page[];
  isLoading: boolean;
  error: ApiError | undefined;
}

let remembered: Pick<State, 'search' | 'pages'> | undefined;

/** A list, scanned page by page. With `null` for the input nothing is called yet. */
export function useList<R extends ListRoute>(
  route: R,
  input: Input<R> | null,
  { minRows = 0, isWanted = () => true, maxPages = 10, isRemembered = false }: ListRequest<RowOf<R>> = {},
): Scanned<RowOf<R>> {
  const search = JSON.stringify([route, input]);
  const begin = (): State => {
    const pages = isRemembered && remembered?.search === search ? remembered.pages : [];
    return { search, pages, loaded: [], isLoading: input !== null, error: undefined };
  };
  const [state, setState] = useState(begin);
  // While rendering, so that the answer to one search is never shown for another.
  if (state.search !== search) setState(begin());
  const underWay = useRef<AbortController>(undefined);
  const rowsOf = (of: readonly Page[]) =>
    of.flatMap((page) => (page as unknown as Record<string, unknown>)[ROWS[route]] as RowOf<R>[]);

  /** Loads on after these pages, until there are as many as are shown, and of the new ones enough rows. */
  const load = async (after: readonly Page[]) => {
    underWay.current?.abort();
    if (input === null) return;
    const own = new AbortController();
    underWay.current = own;
    const { signal } = own;
    const show = (change: Partial<State>) => {
      if (!signal.aborted) setState((before) => ({ ...before, ...change }));
    };
    const needed = Math.min(state.pages.length, maxPages);
    let loaded = after;
    show({ loaded, isLoading: true, error: undefined });
    try {
      for (let isOver = false; !isOver && !signal.aborted; ) {
        const cursor = loaded.at(-1)?.cursor;
        const page = await call(route, { ...input, ...(cursor && { cursor }) } as Input<R>, signal);
        loaded = [...loaded, page as Page];
        const received = loaded.slice(after.length);
        const isLast = loaded.at(-1)?.cursor === null;
        const isReady = isLast || loaded.length >= needed;
        const isEnough = minRows === 0 || rowsOf(received).filter(isWanted).length >= minRows;
        isOver = isLast || received.length >= maxPages || (isReady && isEnough);
        show({ loaded, ...(isReady && { pages: loaded }), isLoading: !isOver });
        if (isRemembered && isOver && !signal.aborted) remembered = { search, pages: loaded };
      }
    } catch (thrown) {
      show({ isLoading: false, error: apiErrorOf(thrown) });
    }
  };
  const latest = useRef({ state, load });
  latest.current = { state, load };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the search names all that a load depends on.
  useEffect(() => {
    void latest.current.load([]);
    return () => underWay.current?.abort();
  }, [search]);

  const acts = useMemo(
    () => ({
      more: () => void latest.current.load(latest.current.state.pages),
      reload: () => void latest.current.load([]),
      // After the pages received before the failure, so that none is added twice.
      retry: () => void latest.current.load(latest.current.state.loaded),
      stop: () => {
        underWay.current?.abort();
        setState((before) => ({ ...before, isLoading: false }));
      },
    }),
    [],
  );
  const { pages, isLoading, error } = state;
  const last = pages.at(-1);
  const rows = rowsOf(pages);
  return {
    ...acts,
    data: last && rows,
    isLoading,
    error,
    rows,
    scanned: pages.reduce((sum, page) => sum + (page.scanned ?? 0), 0),
    until: last?.scannedUntil ?? null,
    isComplete: last?.cursor === null,
    merchants: last?.merchants ?? null,
  };
}
