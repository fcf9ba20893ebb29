import type { TotalsLine, TotalsReport } from '../../dashboard/api.ts';
import { type DashboardCaller, scopeOf } from '../../dashboard/caller.ts';
import { amountOf } from '../../payments/money.ts';
import { TERMINAL_STATUSES, type TerminalStatus } from '../../payments/transitions.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type Basis, type Figure, type Sum, TOTALS_METHODS } from './contribution.ts';
import type { Counter } from './counter.ts';
import type { Counters } from './counters.table.ts';
import { type Figures, together } from './figures.ts';
import { daysOf, type TotalsInput } from './period.ts';

/** Each reads one day of every merchant. */
const DAYS_AT_ONCE = 8;

/** Counters that an answer of the dashboard adds up for everyone, at some 0.05 read units each: a second or two of work. */
export const COUNTERS_AT_MOST = 20_000;

/**
 * Totals of a period by Lisbon day, method and status: a merchant's own, or for staff one merchant's or everyone's. By
 * the time of payment only what was paid; by the time of record also what failed or was cancelled. With `countersAtMost`
 * an answer for everyone may end before the period does, and says with which day to go on.
 */
export function totalsReport({ counters, countersAtMost = Infinity }: { counters: Counters; countersAtMost?: number }) {
  return async (input: TotalsInput, caller: DashboardCaller): Promise<TotalsReport> => {
    const { merchantId } = scopeOf(caller, input.merchantId);
    const days = daysOf(input);
    if (merchantId !== null) return reportOf(input.by, days, await counters.ofMerchant(merchantId, days));
    const { found, count } = await everyones(counters, days, countersAtMost);
    const next = days[count];
    return { ...reportOf(input.by, days.slice(0, count), found), ...(next !== undefined && { next }) };
  };
}

/** Everyone's of the first `count` days, whole days all of them. */
async function everyones(counters: Counters, days: readonly string[], atMost: number) {
  const found: Counter[] = [];
  let count = 0;
  while (count < days.length && found.length < atMost) {
    const those = days.slice(count, count + DAYS_AT_ONCE);
    for (const ofDay of await Promise.all(those.map((day) => counters.ofDay(day)))) found.push(...ofDay);
    count += those.length;
  }
  return { found, count };
}

function reportOf(by: Basis, days: readonly string[], found: readonly Counter[]): TotalsReport {
  const byDay = new Map(days.map((day): [string, Counter[]] => [day, []]));
  for (const counter of found) byDay.get(counter.day)?.push(counter);
  const summed = [...byDay].map(([day, counters]) => ({
    day,
    figures: counters.map(({ figures }) => figures).reduce<Figures>(together, {}),
    changedAt: latest(counters.map(({ changedAt }) => changedAt)),
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
    changes: summed.flatMap(({ day, changedAt }) => (changedAt === null ? [] : [{ day, at: isoTime(changedAt) }])),
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
