import type { Clock } from '../../runtime/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import type { CountEntries } from '../totals/count.table.ts';
import { noCounter } from '../totals/counter.ts';
import type { Counters } from '../totals/counters.table.ts';
import { type Difference, differencesOf } from '../totals/figures.ts';
import { daysBetween, daysOf } from '../totals/period.ts';
import { type KnownEntries, knownEntries } from './known-entries.ts';
import type { RebuildTable } from './rebuild.table.ts';

export interface RebuildDependencies {
  table: RebuildTable;
  counters: Pick<Counters, 'ofMerchant'>;
  count: CountEntries;
  clock: Clock;
  sleep: (durationMs: number) => Promise<unknown>;
  /** Called after each batch with the number of the merchant's transactions read so far. */
  progress: (merchantId: string, read: number) => void;
}

export interface RebuildInput {
  merchantId: string;
  from: LisbonDay;
  to: LisbonDay;
  /** Transactions created or paid up to so many days before `from` are read. */
  backDays: number;
}

export interface Rebuilt {
  merchantId: string;
  /** Transactions that were read. */
  read: number;
  /** Created or paid from here on. */
  scannedFromMs: number;
  /** Entries that the stream had not delivered, counted now. */
  caughtUp: number;
  days: { day: string; differences: Difference[] }[];
  /** Days whose counter changed at every read; they were not set. */
  busyDays: string[];
  /** Transactions that could not be read. With any, no day is set: their sums would be missing from it. */
  unreadable: string[];
}

/** Default number of days before the first day whose transactions are read: most settle within days of creation. */
export const ORDINARY_BACK_DAYS = 35;
/** The stream no longer delivers what was recorded longer ago: it stores records for 24 hours. */
export const STREAM_REACH_MS = 26 * HOUR_MS;
/** Refunds and late payments may be recorded days after the day on which the bank had the money. */
const RECORDED_AFTER_MS = 7 * DAY_MS;
/** Clocks may differ by so much. */
const SKEW_MS = HOUR_MS;
/** Rounds in which another write changed the counter; then the day is not set. */
const MAX_ROUNDS = 20;
/** A counter that changed within this time is considered as still being written. */
const FRESH_MS = MINUTE_MS;
/** After this time all parts of one transaction are visible. */
const SETTLING_MS = 250;

/**
 * Recomputes one merchant's counters from the transactions, while new events are counted. Throws when entries could not
 * be counted.
 *
 * 1. Finds the transactions: by creation and by payment up to `backDays` back, and by the markers of what was counted.
 * 2. Counts what is recent and has no marker, as the stream does: the second of the two finds the marker.
 * 3. Sets each counter to the sum of everything the stream can no longer deliver, and of the later entries that have a
 *    marker. The stream will count the others.
 */
export function rebuild(dependencies: RebuildDependencies) {
  const { table, count, clock, progress } = dependencies;
  return async ({ merchantId, from, to, backDays }: RebuildInput): Promise<Rebuilt> => {
    const nowMs = clock();
    const streamFromMs = nowMs - STREAM_REACH_MS;
    const days = daysOf({ from, to });
    const streamDays = daysBetween(streamFromMs, nowMs + SKEW_MS);
    const scannedFromMs = from.fromMs - backDays * DAY_MS;
    const known = knownEntries({ table, merchantId, streamFromMs, progress });
    for await (const ids of table.candidates(merchantId, scannedFromMs, to.toMs + DAY_MS)) {
      await known.readTransactions(ids);
    }
    const recordDays = daysBetween(from.fromMs, Math.min(to.toMs + RECORDED_AFTER_MS, nowMs));
    await known.readMarkers([...new Set([...recordDays, ...streamDays])]);

    const missed = known.uncounted(days);
    const failed = await count(missed);
    if (failed.size > 0) throw new Error(`totals of ${merchantId}: ${failed.size} events not counted; try again`);

    const done = await setCounters(dependencies, { merchantId, days, streamDays, known });
    const unreadable = known.unreadable();
    return {
      merchantId,
      read: known.readCount(),
      scannedFromMs,
      caughtUp: missed.length,
      days: days.flatMap((day) => {
        const differences = done.get(day);
        return differences ? [{ day, differences }] : [];
      }),
      busyDays: unreadable.length > 0 ? [] : days.filter((day) => !done.has(day)),
      unreadable,
    };
  };
}

interface Setting {
  merchantId: string;
  days: readonly string[];
  /** The days of whose events the stream may still deliver some. */
  streamDays: readonly string[];
  known: KnownEntries;
}

/**
 * Sets the counters, and returns the differences by day; a missing day was changed by another write each time. A
 * counter and its markers are written together, so while a counter has the version that was read before the markers,
 * every counted entry is known here. Otherwise the counter is read and set again.
 */
async function setCounters(
  { table, counters, clock, sleep }: RebuildDependencies,
  { merchantId, days, streamDays, known }: Setting,
): Promise<Map<string, Difference[]>> {
  const done = new Map<string, Difference[]>();
  for (let round = 0; round < MAX_ROUNDS && done.size < days.length; round += 1) {
    const left = days.filter((day) => !done.has(day));
    const found = await counters.ofMerchant(merchantId, left, true);
    // A counter may become readable before the marker of the same transaction.
    if (found.some(({ changedAt }) => clock() - (changedAt ?? 0) < FRESH_MS)) await sleep(SETTLING_MS);
    await known.readMarkers(streamDays);
    // A transaction that cannot be parsed may have been paid on any of the days.
    if (known.unreadable().length > 0) break;
    const totals = known.totals();
    for (const day of left) {
      const stored = found.find((each) => each.day === day);
      const counter = stored ?? noCounter(day, merchantId);
      const figures = totals.get(day) ?? {};
      const isNothing = !stored && Object.keys(figures).length === 0;
      if (isNothing || (await table.replace(counter, figures, clock()))) {
        done.set(day, differencesOf(counter.figures, figures));
      }
    }
  }
  return done;
}
