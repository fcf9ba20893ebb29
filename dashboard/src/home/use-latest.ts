import type { TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';
import { serviceNow } from '../api/service-time.ts';
import type { Received } from '../components/states.tsx';
import { useList } from '../lists/use-list.ts';
import { addDays, today } from '../period/days.ts';
import type { DeliveryFilter } from '../transactions/list/search.ts';
import { LATEST_DAYS, type Latest, latestOf } from './latest.ts';

const PAGE = 100;

interface LatestRows extends Latest {
  rows: readonly TransactionRow[];
  /** Every one of the days, not only the newest. */
  isComplete: boolean;
}

/** The newest transactions of the own account, `atMost` of them, out of the last days. */
export function useLatest(
  atMost: number,
  deliveries?: readonly DeliveryFilter[],
): Received<LatestRows> & { from: string; to: string } {
  const to = today(serviceNow());
  const from = addDays(to, 1 - LATEST_DAYS);
  const list = useList(
    'POST /transactions/search',
    {
      find: { period: { by: 'created', from, to } },
      ...(deliveries && { filters: { deliveries: [...deliveries] } }),
      limit: PAGE,
    },
    { minRows: atMost },
  );
  const rows = list.rows.slice(0, atMost);
  const isComplete = list.isComplete && list.rows.length <= atMost;
  const data = list.isLoading || !list.data ? undefined : { rows, isComplete, ...latestOf(rows) };
  return { ...list, data, from, to };
}
