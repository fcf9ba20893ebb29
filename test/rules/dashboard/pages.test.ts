import { expect, test } from 'vitest';
import { ApiError } from '../../../dashboard/src/api/api-error.ts';
import { NO_SEARCH, type Pages, type PagesAction, pagesReducer } from '../../../dashboard/src/lists/pages.ts';

interface Page {
  cursor: string | null;
  rows: number;
}

const page = (rows: number, cursor: string | null = 'next'): Page => ({ rows, cursor });
const hasRows = (pages: readonly Page[]) => pages.some(({ rows }) => rows > 0);
const error = new ApiError(500);
const search = (name: string, ...remembered: Page[]): PagesAction<Page> => ({
  ...{ kind: 'search', search: name, isAsked: true, remembered },
});

/** A list after these actions; an answer is of the load under way, unless it names another. */
function after(...actions: (PagesAction<Page> | Page | ApiError)[]): Pages<Page> {
  const reduce = pagesReducer<Page>({ isEnough: hasRows, maxPages: 3 });
  return actions.reduce<Pages<Page>>((state, action) => {
    if (action instanceof ApiError) return reduce(state, { kind: 'failed', load: state.load, error: action });
    return reduce(state, 'kind' in action ? action : { kind: 'received', load: state.load, page: action });
  }, NO_SEARCH);
}

const rowsOf = ({ pages }: Pages<Page>) => pages.map(({ rows }) => rows);

test.each<[string, PagesAction<Page>, number[]]>([
  ['another search', search('second'), []],
  ['a reload', { kind: 'reload' }, [1]],
  ['more', { kind: 'more' }, [1]],
  ['a stop', { kind: 'stop' }, [1]],
])('after %s an answer or a failure of the load before changes nothing', (_, action, rows) => {
  const before = after(search('first'), page(1));
  const [reduce, { load }] = [pagesReducer<Page>({ isEnough: hasRows, maxPages: 3 }), before];
  const newer = after(search('first'), page(1), action);
  expect(rowsOf(newer)).toEqual(rows);
  expect(reduce(newer, { kind: 'received', load, page: page(9, null) })).toBe(newer);
  expect(reduce(newer, { kind: 'failed', load, error })).toBe(newer);
});

test('a load continues until its own pages suffice, the list ends, or it has requested its maximum', () => {
  expect(after(search('a'), page(0)).isLoading).toBe(true);
  expect(after(search('a'), page(0), page(2)).isLoading).toBe(false);
  expect(after(search('a'), page(0, null)).isLoading).toBe(false);
  expect(after(search('a'), page(0), page(0), page(0)).isLoading).toBe(false);
  // The rows of the load before are not those of this one.
  expect(after(search('a'), page(2), { kind: 'more' }, page(0)).isLoading).toBe(true);
});

test('a failure keeps what was loaded, and a retry continues after it', () => {
  const failed = after(search('a'), page(0), error);
  expect(failed).toMatchObject({ isLoading: false, error });
  expect(rowsOf(failed)).toEqual([0]);
  const retried = after(search('a'), page(0), error, { kind: 'retry' });
  expect(retried).toMatchObject({ isLoading: true, error: undefined, loaded: [page(0)] });
  expect(rowsOf(after(search('a'), page(0), error, { kind: 'retry' }, page(3)))).toEqual([0, 3]);
  // A reload that failed at once begins anew.
  const reloaded = after(search('a'), page(1), { kind: 'reload' }, error, { kind: 'retry' });
  expect(rowsOf(reloaded)).toEqual([1]);
  expect(reloaded.loaded).toEqual([]);
});

test('what is shown stays until a load that begins anew has as much', () => {
  const remembered = search('a', page(1), page(2));
  expect(rowsOf(after(remembered))).toEqual([1, 2]);
  expect(rowsOf(after(remembered, page(7)))).toEqual([1, 2]);
  expect(rowsOf(after(remembered, page(7), page(8)))).toEqual([7, 8]);
  expect(rowsOf(after(remembered, page(7, null)))).toEqual([7]);
  // So it is after a failure in between.
  const three = search('a', page(1), page(2), page(3));
  const retried = [three, page(7), error, { kind: 'retry' }, page(8)] as const;
  expect(rowsOf(after(...retried))).toEqual([1, 2, 3]);
  expect(rowsOf(after(...retried, page(9)))).toEqual([7, 8, 9]);
  expect(rowsOf(after(search('a'), page(1), { kind: 'reload' }, page(5)))).toEqual([5]);
});

test('nothing is loaded while a search asks for nothing', () => {
  const nothing: PagesAction<Page> = { kind: 'search', search: 'a', isAsked: false, remembered: [] };
  expect(after(nothing, { kind: 'reload' })).toMatchObject({ isLoading: false, pages: [] });
});
