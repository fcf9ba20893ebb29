import { NEVER_STARTED_MS } from '../../payments/times.ts';
import type { Transaction } from '../../payments/transaction.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';

/** Money may be recorded after the day on which the bank had it. */
export const RECORDED_AFTER_MS = 2 * DAY_MS;

/**
 * Where the transactions of a merchant's day are found: `created` within the time that one may stay open;
 * `never-started`, which expire on the day; `paid`; and `counted`, older than all of these, by the markers of the
 * totals.
 */
export const SOURCES = ['created', 'never-started', 'paid', 'counted'] as const;
export type Source = (typeof SOURCES)[number];

/** A day, and how long before it a transaction that settles on it may have been created; milliseconds. */
export interface Window {
  day: LisbonDay;
  backMs: number;
}

/** The times of creation or payment that a source covers, the second excluded; milliseconds since the epoch. */
export function rangeOf(source: Exclude<Source, 'counted'>, { day, backMs }: Window): [number, number] {
  switch (source) {
    case 'created':
      return [day.fromMs - backMs, day.toMs];
    case 'never-started':
      return [day.fromMs - NEVER_STARTED_MS - DAY_MS, day.toMs - NEVER_STARTED_MS];
    case 'paid':
      return [day.fromMs - RECORDED_AFTER_MS, day.toMs];
  }
}

export interface Candidate {
  transactionId: string;
  /** Of the source `counted`: the entry whose marker was found. */
  entryId?: string;
}

/** Whether no source before this one has the transaction, so that each is added once. */
export function isFirstFoundIn(source: Source, { createdAt, paidAt = -1 }: Transaction, window: Window): boolean {
  const isIn = (other: Source) => {
    if (other === 'counted') return false;
    const [fromMs, toMs] = rangeOf(other, window);
    const timeMs = other === 'paid' ? paidAt : createdAt;
    return timeMs >= fromMs && timeMs < toMs;
  };
  return !SOURCES.slice(0, SOURCES.indexOf(source)).some(isIn);
}

/** Whether a transaction was created, paid or settled on the day. */
export function isOfDay({ createdAt, paidAt = -1, settlements }: Transaction, day: LisbonDay): boolean {
  return [createdAt, paidAt, ...settlements.map(({ settledAt }) => settledAt)].some((timeMs) => isWithin(day, timeMs));
}
