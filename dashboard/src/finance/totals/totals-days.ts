import {
  balanceOfLines,
  type MovementLine,
  type StatusLine,
  sumOf,
} from '../../../../functions/finance/totals/totals.ts';
import { type Days, eachDay } from '../../period/days.ts';

/** The days of a period with their lines; a day without movements has none. */
export function byDay<Line extends { day: string }>(lines: readonly Line[], period: Days): [string, Line[]][] {
  const ofDay = Map.groupBy(lines, ({ day }) => day);
  return eachDay(period).map((day) => [day, ofDay.get(day) ?? []]);
}

/** The figures of a row: of a day or a bank account. */
export function moneyOf(lines: readonly MovementLine[]) {
  const paidBy = (wanted: MovementLine['method']) =>
    sumOf(lines.filter(({ kind, method }) => kind === 'payment' && method === wanted));
  return { mbway: paidBy('MBWAY'), reference: paidBy('REFERENCE'), ...balanceOfLines(lines) };
}

export function statusesOf(lines: readonly StatusLine[]) {
  const of = (wanted: StatusLine['status']) => sumOf(lines.filter(({ status }) => status === wanted));
  return { paid: of('paid'), failed: of('failed'), cancelled: of('cancelled') };
}

/** A bar of the chart: `name` is a day, `2026-11-20`, or of a long period a month, `2026-11`. Euros paid, by method. */
export interface Bar {
  name: string;
  mbway: number;
  reference: number;
}

// As many bars as a screen can tell apart.
const MAX_BARS = 62;

export function chartBars(lines: readonly MovementLine[], period: Days): Bar[] {
  const days = byDay(lines, period);
  const isOfMonths = days.length > MAX_BARS;
  const ofBar = Map.groupBy(days, ([day]) => (isOfMonths ? day.slice(0, 7) : day));
  return [...ofBar].map(([name, ofName]) => {
    const { mbway, reference } = moneyOf(ofName.flatMap(([, lines]) => lines));
    return { name, mbway: mbway.cents / 100, reference: reference.cents / 100 };
  });
}
