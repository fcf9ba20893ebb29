import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { GRACE_MS } from '../../../../functions/payments/times.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';

const WHILE_DELIVERING_MS = 1_000;
const WHILE_PENDING_MS = 3_000;
// By then a sweep, which runs every minute, has queried the bank about the end.
const ENDED_WITHIN_MS = GRACE_MS.MBWAY + MINUTE_MS;

/** How soon to refresh; undefined if nothing is in progress. */
export function paceOf({ transaction, timeline }: TransactionDetail, nowMs: number): number | undefined {
  if (transaction.delivery?.state === 'pending') return WHILE_DELIVERING_MS;
  const isWaiting = timeline.some(
    (entry) =>
      entry.kind === 'bank-attempt' &&
      entry.method === 'MBWAY' &&
      entry.state !== 'ended' &&
      nowMs < Date.parse(entry.endsAt) + ENDED_WITHIN_MS,
  );
  return transaction.status === 'pending' && isWaiting ? WHILE_PENDING_MS : undefined;
}
