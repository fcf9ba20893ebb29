import { useEffect, useMemo, useReducer } from 'react';
import type { Route } from '../../../functions/dashboard/api.ts';
import { apiErrorOf, isAborted } from '../api/api-error.ts';
import { type Answer, call, type Input } from '../api/client.ts';
import type { Received } from '../components/states.tsx';
import { NO_SEARCH, type PagesAction, type PagesRules, pagesReducer } from './pages.ts';

/** Routes that answer page by page, with a cursor. */
export type PagedRoute = {
  [R in Route]: Answer<R> extends { cursor: string | null } ? R : never;
}[Route];

export interface Paged<Page> extends Received<readonly Page[]> {
  pages: readonly Page[];
  /** Loads on from where the last page ended. */
  more: () => void;
  /** Starts again; what is shown stays until the new answer arrives. */
  reload: () => void;
  /** Stops an automatic load; the pages received stay. */
  stop: () => void;
}

export interface PagesRequest<Page> extends Partial<PagesRules<Page>> {
  /** The pages are remembered while the browser's tab is open: a return shows them and loads them again. */
  isRemembered?: boolean;
}

const MAX_REMEMBERED = 5;
const remembered = new Map<string, readonly unknown[]>();

/** The pages of a list, loaded one after the other. With `null` for the input nothing is called yet. */
export function usePages<R extends PagedRoute>(
  route: R,
  input: Input<R> | null,
  { isEnough = () => true, maxPages = 10, isRemembered = false }: PagesRequest<Answer<R>> = {},
): Paged<Answer<R>> {
  type Page = Answer<R>;
  const search = JSON.stringify([route, input]);
  const begin = (): PagesAction<Page> => {
    const pages = isRemembered ? ((remembered.get(search) ?? []) as readonly Page[]) : [];
    return { kind: 'search', search, isAsked: input !== null, remembered: pages };
  };
  const reduce = pagesReducer<Page>({ isEnough, maxPages });
  const [state, dispatch] = useReducer(reduce, undefined, () => reduce(NO_SEARCH, begin()));
  // While rendering, so that the answer to one search is never shown for another.
  if (state.search !== search) dispatch(begin());
  const { load, loaded, pages, isLoading, error } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each load is of one route and input.
  useEffect(() => {
    if (!isLoading || input === null) return undefined;
    const abort = new AbortController();
    const cursor = loaded.at(-1)?.cursor;
    call(route, { ...input, ...(cursor && { cursor }) } as Input<R>, abort.signal).then(
      (page) => dispatch({ kind: 'received', load, page }),
      (thrown) => {
        if (!isAborted(thrown)) dispatch({ kind: 'failed', load, error: apiErrorOf(thrown) });
      },
    );
    return () => abort.abort();
  }, [isLoading, load, loaded]);
  useEffect(() => {
    if (isRemembered && !isLoading && error === undefined) remember(search, pages);
  }, [isRemembered, isLoading, error, search, pages]);

  const acts = useMemo(() => {
    const act = (kind: 'more' | 'reload' | 'retry' | 'stop') => () => dispatch({ kind });
    return { more: act('more'), reload: act('reload'), retry: act('retry'), stop: act('stop') };
  }, []);
  return { pages, data: pages.length > 0 ? pages : undefined, isLoading, error, ...acts };
}

function remember(search: string, pages: readonly unknown[]): void {
  if (pages.length === 0) return;
  remembered.delete(search);
  remembered.set(search, pages);
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}
