import { amountOf } from '../../payments/amount.ts';
import { TERMINAL_STATUSES, type TerminalStatus } from '../../payments/transitions.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type Basis, type Figure, type Sum, TOTALS_METHODS, type TotalsMethod } from './contribution.ts';
import type { Counter } from './counter.ts';
import type { Counters } from './counters.table.ts';
import { type Figures, together } from './figures.ts';
import { daysOf, type Period } from './period.ts';

/** Days read in parallel, each for all merchants. */
const MAX_PARALLEL_DAYS = 8;

/** Counters added up in one answer for all merchants, at about 0.05 read units each: one or two seconds of work. */
export const MAX_COUNTERS = 20_000;

export interface TotalsLine {
  /** Lisbon day, `2026-11-20`. */
  day: string;
  method: TotalsMethod;
  status: TerminalStatus;
  count: number;
  /** EUR. */
  euros: number;
}

export interface TotalsReport {
  by: Basis;
  lines: TotalsLine[];
  /** Refunds by Lisbon day; EUR. */
  refunds: { day: string; count: number; euros: number }[];
  /** Of the period: gross is paid, net is gross less refunds. Only the bank reports fees (`docs/reconciliation.md`). */
  sum: { paidCount: number; gross: number; refunded: number; fee: null; net: number };
  /** ISO 8601: when the counters were last rebuilt, null where never. */
  rebuiltAt: string | null;
  /** The day to continue with, where there are too many counters for one answer. */
  next?: string;
}

export interface TotalsRequest extends Period {
  by: Basis;
  /** Null for all merchants. */
  merchantId: string | null;
}

export interface TotalsReportOptions {
  counters: Counters;
  /** Beyond it a report of all merchants ends early and names the day to continue with. */
  maxCounters?: number;
}

/**
 * Totals of a period by Lisbon day, method and status. By the time of payment they hold only what was paid; by the time
 * of record also what failed or was cancelled.
 */
export function totalsReport({ counters, maxCounters = Infinity }: TotalsReportOptions) {
  return async ({ by, merchantId, ...period }: TotalsRequest): Promise<TotalsReport> => {
    const days = daysOf(period);
    if (merchantId !== null) return reportOf(by, days, await counters.ofMerchant(merchantId, days));
    const { found, count } = await ofAllMerchants(counters, days, maxCounters);
    const next = days[count];
    return { ...reportOf(by, days.slice(0, count), found), ...(next !== undefined && { next }) };
  };
}

/** The counters of the first `count` days, each day complete. */
async function ofAllMerchants(counters: Counters, days: readonly string[], max: number) {
  const found: Counter[] = [];
  let count = 0;
  while (count < days.length && found.length < max) {
    const batch = days.slice(count, count + MAX_PARALLEL_DAYS);
    for (const ofDay of await Promise.all(batch.map((day) => counters.ofDay(day)))) found.push(...ofDay);
    count += batch.length;
  }
  return { found, count };
}

function reportOf(by: Basis, days: readonly string[], found: readonly Counter[]): TotalsReport {
  const byDay = new Map(days.map((day): [string, Counter[]] => [day, []]));
  for (const counter of found) byDay.get(counter.day)?.push(counter);
  const summed = [...byDay].map(([day, counters]) => ({
    day,
    figures: counters.map(({ figures }) => figures).reduce<Figures>(together, {}),
  }));
  const paid = sumOf(summed.flatMap(({ figures }) => TOTALS_METHODS.map((method) => figures[`${by}.${method}.paid`])));
  const refunded = sumOf(summed.map(({ figures }) => figures[`${by}.refund`]));
  return {
    by,
    lines: summed.flatMap(({ day, figures }) => linesOf(by, day, figures)),
    refunds: summed.flatMap(({ day, figures }) => {
      const sum = figures[`${by}.refund`];
      return sum ? [{ day, count: sum.count, euros: amountOf(sum.cents) }] : [];
    }),
    sum: {
      paidCount: paid.count,
      gross: amountOf(paid.cents),
      refunded: amountOf(refunded.cents),
      fee: null,
      net: amountOf(paid.cents - refunded.cents),
    },
    rebuiltAt: textOf(latest(found.map(({ rebuiltAt }) => rebuiltAt))),
  };
}

/** By the time of payment there is only what was paid. */
function linesOf(by: Basis, day: string, figures: Figures): TotalsLine[] {
  const statuses: readonly TerminalStatus[] = by === 'paid' ? ['paid'] : TERMINAL_STATUSES;
  return TOTALS_METHODS.flatMap((method) =>
    statuses.flatMap((status) => {
      const figure: Figure = by === 'paid' ? `paid.${method}.paid` : `recorded.${method}.${status}`;
      const sum = figures[figure];
      return sum ? [{ day, method, status, count: sum.count, euros: amountOf(sum.cents) }] : [];
    }),
  );
}

function sumOf(sums: readonly (Sum | undefined)[]): Sum {
  return sums.reduce<Sum>(
    (all, sum) => ({ count: all.count + (sum?.count ?? 0), cents: all.cents + (sum?.cents ?? 0) }),
    { count: 0, cents: 0 },
  );
}

function latest(times: readonly (number | null)[]): number | null {
  return times.reduce((late, time) => (time !== null && (late === null || time > late) ? time : late), null);
}

function textOf(timeMs: number | null): string | null {
  return timeMs === null ? null : isoTime(timeMs);
}
