import { serviceNow } from '../api/service-time.ts';
import type { Received } from '../components/states.tsx';
import { useList } from '../lists/use-list.ts';
import { addDays, today } from '../period/days.ts';
import { LATEST_DAYS, type Latest, latestOf } from './latest.ts';

const PAGE = 100;

interface LatestOfDays extends Latest {
  /** Every one of the days, not only the newest. */
  isComplete: boolean;
}

/** The newest transactions of the own account, `atMost` of them, out of the last days. */
export function useLatest(atMost: number): Received<LatestOfDays> {
  const to = today(serviceNow());
  const from = addDays(to, 1 - LATEST_DAYS);
  const input = { find: { period: { by: 'created', from, to } }, limit: PAGE } as const;
  const list = useList('POST /transactions/search', input, { minRows: atMost });
  const rows = list.rows.slice(0, atMost);
  const isComplete = list.isComplete && list.rows.length <= atMost;
  const data = list.isLoading || !list.data ? undefined : { isComplete, ...latestOf(rows) };
  return { ...list, data };
}
