import { useEffect, useRef } from 'react';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { CONFIRMATION_WINDOW_MS } from '../../../../functions/payments/times.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { serviceNow } from '../../api/service-time.ts';
import { paceOf } from './pace.ts';

// Longer than an MB WAY request. For slower changes (a reference, a stalled delivery) there is Refresh.
const FOLLOWS_FOR_MS = CONFIRMATION_WINDOW_MS + 2 * MINUTE_MS;

/** Reloads while a change is expected and the page is visible. Returns whether it does. */
export function useFollow(detail: TransactionDetail | undefined, isLoading: boolean, reload: () => void): boolean {
  const begun = useRef(Date.now());
  const pace = detail && paceOf(detail, serviceNow());
  const isFollowing = pace !== undefined && Date.now() - begun.current < FOLLOWS_FOR_MS;
  useEffect(() => {
    if (!isFollowing || isLoading) return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') reload();
    }, pace);
    const onSight = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', onSight);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, [isFollowing, isLoading, pace, reload]);
  return isFollowing;
}
