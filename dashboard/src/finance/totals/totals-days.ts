import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import { type Cell, writeCsv } from '../../../../functions/runtime/csv-write.ts';
import { type Days, eachDay } from '../../period/days.ts';
import { addEuros } from '../unnotified/unnotified-sums.ts';

interface Figure {
  count: number;
  euros: number;
}

/** One Lisbon day in figures; a day without payments is a day of noughts. */
export interface TotalsDay {
  day: string;
  mbway: Figure;
  reference: Figure;
  paid: Figure;
  failed: Figure;
  cancelled: Figure;
  refunded: Figure;
  /** Paid less what was refunded that day; EUR. */
  net: number;
}

export function totalsDays({ lines, refunds }: Pick<TotalsReport, 'lines' | 'refunds'>, period: Days): TotalsDay[] {
  return eachDay(period).map((day) => {
    const ofDay = lines.filter((line) => line.day === day);
    const paidBy = (method?: TotalsReport['lines'][number]['method']) =>
      sum(ofDay.filter((line) => line.status === 'paid' && (method === undefined || line.method === method)));
    const paid = paidBy();
    const refunded = sum(refunds.filter((refund) => refund.day === day));
    return {
      day,
      mbway: paidBy('MBWAY'),
      reference: paidBy('REFERENCE'),
      paid,
      failed: sum(ofDay.filter(({ status }) => status === 'failed')),
      cancelled: sum(ofDay.filter(({ status }) => status === 'cancelled')),
      refunded,
      net: addEuros(paid.euros, -refunded.euros),
    };
  });
}

/** A bar of the chart: `name` is a day, `2026-11-20`, or of a long period a month, `2026-11`. Euros paid, by method. */
export interface Bar {
  name: string;
  mbway: number;
  reference: number;
}

// As many bars as a screen can tell apart.
const BARS_AT_MOST = 62;

export function chartBars(days: readonly TotalsDay[]): Bar[] {
  const isOfMonths = days.length > BARS_AT_MOST;
  const bars = new Map<string, Bar>();
  for (const { day, mbway, reference } of days) {
    const name = isOfMonths ? day.slice(0, 7) : day;
    const known = bars.get(name) ?? { name, mbway: 0, reference: 0 };
    bars.set(name, {
      name,
      mbway: addEuros(known.mbway, mbway.euros),
      reference: addEuros(known.reference, reference.euros),
    });
  }
  return [...bars.values()];
}

/** One row for each day, method and status, and one for refunds, in the form that Excel expects in Portuguese. */
export function totalsCsv(
  { lines, refunds, by }: TotalsReport,
  merchantId: string | undefined,
  changed: ReadonlySet<string> = new Set(),
): string {
  const owner = merchantId ?? 'all';
  const heading = [
    'day (Lisbon)',
    'by',
    'merchantId',
    'method',
    'status',
    'count',
    'amount EUR',
    'changed since your export',
  ];
  const mark = (day: string) => (changed.has(day) ? 'yes' : null);
  const rows = lines.map(({ day, method, status, count, euros }): Cell[] => [
    { day },
    by,
    owner,
    method,
    status,
    { count },
    { cents: cents(euros) },
    mark(day),
  ]);
  const returned = refunds.map(({ day, count, euros }): Cell[] => [
    { day },
    by,
    owner,
    null,
    'refunded',
    { count },
    { cents: cents(-euros) },
    mark(day),
  ]);
  const ofDay = (row: Cell[]) => (row[0] as { day: string }).day;
  // A stable sort: within a day the server's order stays, and what went back comes last.
  return writeCsv([
    heading,
    ...[...rows, ...returned].sort((a, b) => (ofDay(a) < ofDay(b) ? -1 : ofDay(a) > ofDay(b) ? 1 : 0)),
  ]);
}

function sum(figures: readonly Figure[]): Figure {
  return {
    count: figures.reduce((count, each) => count + each.count, 0),
    euros: addEuros(...figures.map(({ euros }) => euros)),
  };
}

function cents(euros: number): number {
  return Math.round(euros * 100);
}
