import { useEffect, useRef } from 'react';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';

const WHILE_DELIVERING_MS = 1_000;
const WHILE_PENDING_MS = 3_000;
// An MB WAY request lasts four minutes. For what takes longer (a reference, a stalled delivery) there is Refresh.
const FOLLOWS_FOR_MS = 6 * 60_000;

/** How soon to refresh; undefined if nothing is in progress. */
export function paceOf({ transaction, deliveries, timeline }: TransactionDetail): number | undefined {
  if (deliveries.at(-1)?.state === 'pending') return WHILE_DELIVERING_MS;
  const isWaiting = timeline.some(
    (entry) => entry.kind === 'bank-attempt' && entry.method === 'MBWAY' && entry.state !== 'ended',
  );
  return transaction.status === 'pending' && isWaiting ? WHILE_PENDING_MS : undefined;
}

/** Looks again while something is under way and the page is in sight. Answers whether it does. */
export function useFollow(detail: TransactionDetail | undefined, isLoading: boolean, reload: () => void): boolean {
  const begun = useRef(Date.now());
  const pace = detail && paceOf(detail);
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
