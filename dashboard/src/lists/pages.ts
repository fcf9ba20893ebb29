import type { ApiError } from '../api/api-error.ts';

/** The pages of one search, and the load under way. */
export interface Pages<Page> {
  /** Names the search that the pages answer. */
  search: string;
  /** False while the search asks for nothing yet. */
  isAsked: boolean;
  /** The load that counts: what answers another one is outdated. */
  load: number;
  /** What is shown. */
  pages: readonly Page[];
  /** How far the load is: the pages that it began after, and those that it received. */
  loaded: readonly Page[];
  /** How many pages the load began after, and how many it needs before they are shown. */
  beganAfter: number;
  needed: number;
  isLoading: boolean;
  error: ApiError | undefined;
}

export type PagesAction<Page> =
  /** Another search. Pages remembered of it are shown at once and loaded again. */
  | { kind: 'search'; search: string; isAsked: boolean; remembered: readonly Page[] }
  /** Loads again from the beginning; what is shown stays until the answer arrives. */
  | { kind: 'reload' }
  | { kind: 'more' }
  /** Loads on from where a load failed, so that no page is added twice. */
  | { kind: 'retry' }
  /** Ends the load; what is shown stays. */
  | { kind: 'stop' }
  | { kind: 'received'; load: number; page: Page }
  | { kind: 'failed'; load: number; error: ApiError };

export interface PagesRules<Page> {
  /** Whether the pages of one load suffice. A page scans a limited number of items and may be empty. */
  isEnough: (pages: readonly Page[]) => boolean;
  /** How many pages one load may request. */
  maxPages: number;
}

/** What a list shows after each answer and each request of a person. */
export function pagesReducer<Page extends { cursor: string | null }>({ isEnough, maxPages }: PagesRules<Page>) {
  return (state: Pages<Page>, action: PagesAction<Page>): Pages<Page> => {
    switch (action.kind) {
      case 'search': {
        const { search, isAsked, remembered } = action;
        const needed = Math.min(Math.max(remembered.length, 1), maxPages);
        return loadAfter({ ...state, search, isAsked, pages: remembered }, [], needed);
      }
      case 'reload':
        return loadAfter(state, []);
      case 'more':
        return loadAfter(state, state.pages);
      case 'retry':
        return loadAfter(state, state.loaded, state.needed - (state.loaded.length - state.beganAfter));
      case 'stop':
        return { ...state, load: state.load + 1, isLoading: false };
      case 'received': {
        if (action.load !== state.load) return state;
        const loaded = [...state.loaded, action.page];
        const received = loaded.slice(state.beganAfter);
        const isLast = action.page.cursor === null;
        // What is shown is replaced only when the load has the pages that it needs.
        const isReady = isLast || received.length >= state.needed;
        const isOver = isLast || received.length >= maxPages || (isReady && isEnough(received));
        return { ...state, loaded, pages: isReady ? loaded : state.pages, isLoading: !isOver };
      }
      case 'failed':
        return action.load === state.load ? { ...state, isLoading: false, error: action.error } : state;
    }
  };
}

/** Begins a load after these pages. An answer to the previous load is ignored. */
function loadAfter<Page>(state: Pages<Page>, loaded: readonly Page[], needed = 1): Pages<Page> {
  const load = state.load + 1;
  return {
    ...state,
    load,
    loaded,
    beganAfter: loaded.length,
    needed: Math.max(needed, 1),
    isLoading: state.isAsked,
    error: undefined,
  };
}

/** Before the first search. */
export const NO_SEARCH: Pages<never> = {
  ...{ search: '', isAsked: false, load: 0, pages: [], loaded: [], beganAfter: 0, needed: 1 },
  ...{ isLoading: false, error: undefined },
};
