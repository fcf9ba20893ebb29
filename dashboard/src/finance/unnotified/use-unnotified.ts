import { useMemo } from 'react';
import type { Answer, Input } from '../../api/client.ts';
import { type Paged, usePages } from '../../lists/use-pages.ts';
import { addUnnotified, type UnnotifiedSums } from './unnotified-sums.ts';

// 2,000 events each: what can be amiss at once is mostly added up without being asked for.
const PAGES_AT_MOST = 10;

/** The figures of the pages so far, added up as they come, and the way on. */
export function useUnnotified(
  input: Input<'POST /finance/unnotified'>,
): [UnnotifiedSums | undefined, Paged<Answer<'POST /finance/unnotified'>>] {
  const paged = usePages('POST /finance/unnotified', input, { isEnough: () => false, pagesAtMost: PAGES_AT_MOST });
  const { pages } = paged;
  const sums = useMemo(() => pages.reduce<UnnotifiedSums | undefined>(addUnnotified, undefined), [pages]);
  return [sums, paged];
}
