import { useMemo } from 'react';
import type { Answer, Input } from '../../api/client.ts';
import { type Paged, usePages } from '../../lists/use-pages.ts';
import { addUntold, type UntoldSums } from './unnotified-sums.ts';

// 2,000 events each: what can be amiss at once is mostly added up without being asked for.
const PAGES_AT_MOST = 10;

/** The figures of the pages so far, added up as they come, and the way on. */
export function useUntold(
  input: Input<'POST /finance/untold'>,
): [UntoldSums | undefined, Paged<Answer<'POST /finance/untold'>>] {
  const paged = usePages('POST /finance/untold', input, { isEnough: () => false, pagesAtMost: PAGES_AT_MOST });
  const { pages } = paged;
  const sums = useMemo(() => pages.reduce<UntoldSums | undefined>(addUntold, undefined), [pages]);
  return [sums, paged];
}
