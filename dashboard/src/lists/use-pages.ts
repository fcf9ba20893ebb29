import { useCallback, useEffect, useRef, useState } from 'react';
import type { Route } from '../../../functions/dashboard/api.ts';
import { ApiError, isAborted } from '../api/api-error.ts';
import { type Answer, call, type Input } from '../api/client.ts';
import type { Received } from '../components/states.tsx';

/** Routes that answer page by page, with a cursor. */
export type PagedRoute = {
  [R in Route]: Answer<R> extends { cursor: string | null } ? R : never;
}[Route];

interface State<Page> {
  key: string;
  pages: Page[];
  isLoading: boolean;
  error: ApiError | undefined;
}

export interface Paged<Page> extends Omit<State<Page>, 'key'>, Received<readonly Page[]> {
  /** Loads on from where the last page ended. */
  more: () => void;
  /** Starts again; what is shown stays until the new answer arrives. */
  reload: () => void;
  /** Stops an automatic load; the pages received stay. */
  stop: () => void;
}

export interface PagesRequest<Page> {
  /** Whether the pages of one load suffice. A page scans a limited number of items and may be empty. */
  isEnough?: (pages: readonly Page[]) => boolean;
  /** How many pages one load may request. */
  pagesAtMost?: number;
  /** The pages are kept while the browser's tab is open: a return shows them immediately and loads them again. */
  isKept?: boolean;
}

const kept = new Map<string, unknown[]>();
const KEPT_AT_MOST = 5;

/** The pages of a list, loaded one after the other. With `null` for the input nothing is called yet. */
export function usePages<R extends PagedRoute>(
  route: R,
  input: Input<R> | null,
  { isEnough = () => true, pagesAtMost = 10, isKept = false }: PagesRequest<Answer<R>> = {},
): Paged<Answer<R>> {
  type Page = Answer<R>;
  const key = JSON.stringify([route, input]);
  const [state, setState] = useState<State<Page>>(() => startOf(key, isKept, input !== null));
  const latest = useRef({ input, isEnough, state });
  latest.current = { input, isEnough, state };
  const abort = useRef<AbortController>(undefined);
  // Where the newest look was to begin; moved on by each page that it brought.
  const from = useRef<Page[]>([]);

  const look = useCallback(
    async (before: Page[], wanted: number) => {
      abort.current?.abort();
      const own = new AbortController();
      abort.current = own;
      const { input: first } = latest.current;
      if (first === null) return;
      from.current = before;
      const pages: Page[] = [];
      setState((shown) => ({ ...shown, key, isLoading: true, error: undefined }));
      try {
        do {
          const cursor = (pages.at(-1) ?? before.at(-1))?.cursor;
          const page = (await call(route, { ...first, ...(cursor && { cursor }) } as Input<R>, own.signal)) as Page;
          if (own.signal.aborted) return;
          pages.push(page);
          // A look that begins anew replaces what was shown only when it has as much.
          const isReady = pages.length >= wanted || page.cursor === null;
          if (isReady) {
            from.current = [...before, ...pages];
            setState((shown) => ({ ...shown, key, pages: [...before, ...pages] }));
          }
        } while (
          pages.at(-1)?.cursor !== null &&
          pages.length < pagesAtMost &&
          (pages.length < wanted || !latest.current.isEnough(pages))
        );
        if (isKept) keep(key, [...before, ...pages]);
        setState((shown) => ({ ...shown, key, isLoading: false }));
      } catch (error) {
        if (own.signal.aborted || isAborted(error)) return;
        const known = error instanceof ApiError ? error : new ApiError('network', { error: String(error) });
        setState((shown) => ({ ...shown, key, isLoading: false, error: known }));
      }
    },
    [key, route, isKept, pagesAtMost],
  );

  useEffect(() => {
    const start = startOf<Page>(key, isKept, latest.current.input !== null);
    setState(start);
    void look([], Math.min(Math.max(start.pages.length, 1), pagesAtMost));
    return () => abort.current?.abort();
  }, [key, isKept, look, pagesAtMost]);

  const reload = useCallback(() => void look([], 1), [look]);
  const more = useCallback(() => void look(latest.current.state.pages, 1), [look]);
  // A load that failed on its first page starts again; one that failed later resumes, so that no page is added twice.
  const retry = useCallback(() => void look(from.current, 1), [look]);
  const stop = useCallback(() => {
    abort.current?.abort();
    setState((shown) => ({ ...shown, isLoading: false }));
  }, []);
  const { pages, isLoading, error } = state.key === key ? state : startOf<Page>(key, isKept, input !== null);
  return { pages, data: pages.length > 0 ? pages : undefined, isLoading, error, more, reload, retry, stop };
}

function startOf<Page>(key: string, isKept: boolean, isAsked: boolean): State<Page> {
  const pages = isKept ? ((kept.get(key) ?? []) as Page[]) : [];
  return { key, pages, isLoading: isAsked, error: undefined };
}

function keep(key: string, pages: unknown[]): void {
  kept.delete(key);
  kept.set(key, pages);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_AT_MOST && oldest !== undefined) kept.delete(oldest);
}
