import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import { type Days, eachDay } from '../../period/days.ts';
import { addEuros } from '../unnotified/unnotified-sums.ts';

export interface Figure {
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
const MAX_BARS = 62;

export function chartBars(days: readonly TotalsDay[]): Bar[] {
  const isOfMonths = days.length > MAX_BARS;
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

function sum(figures: readonly Figure[]): Figure {
  return {
    count: figures.reduce((count, each) => count + each.count, 0),
    euros: addEuros(...figures.map(({ euros }) => euros)),
  };
}
