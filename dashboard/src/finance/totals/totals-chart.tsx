import BarChart from '@cloudscape-design/components/bar-chart';
import type { MovementLine } from '../../../../functions/finance/totals/totals.ts';
import { dayForm } from '../../i18n/format.ts';
import { useFormat, useLanguage, useWords } from '../../i18n/language.ts';
import type { Days } from '../../period/days.ts';
import { type Bar, chartBars } from './totals-days.ts';
import { totalsWords } from './words.ts';

/** Euros received for payments as bars, by method. The table of days says the same in figures. A module of its own: charts are large. */
export function TotalsChart({ lines, period }: { lines: readonly MovementLine[]; period: Days }) {
  const text = useWords(totalsWords);
  const format = useFormat();
  const { locale } = useLanguage();
  const bars = chartBars(lines, period);
  const yearOf = (bar: Bar | undefined) => bar?.name.slice(0, 4);
  const isOfYears = yearOf(bars[0]) !== yearOf(bars.at(-1));
  const nameOf = (name: string) => shortName(name, locale, isOfYears);
  const most = Math.max(...bars.map(({ mbway, reference }) => mbway + reference), 0.01);
  return (
    <BarChart
      series={[
        {
          title: 'MB WAY',
          type: 'bar',
          data: bars.map(({ name, mbway }) => ({ x: name, y: mbway })),
          valueFormatter: format.euros,
        },
        {
          title: 'Multibanco',
          type: 'bar',
          data: bars.map(({ name, reference }) => ({ x: name, y: reference })),
          valueFormatter: format.euros,
        },
      ]}
      stackedBars
      xDomain={bars.map(({ name }) => name)}
      xScaleType="categorical"
      xTickFormatter={nameOf}
      yDomain={[0, most * 1.05]}
      yTickFormatter={(euros) => format.count(euros)}
      yTitle={text.euros}
      xTitle={text.day}
      ariaLabel={text.chart}
      ariaDescription={text.chartLabel}
      height={260}
      hideFilter
      empty={text.none}
    />
  );
}

/** `20 Nov` of a day, with its year where the bars are of several; `Nov 2026` of a month. */
function shortName(name: string, locale: string, isOfYears: boolean): string {
  const isMonth = name.length === 7;
  const date = new Date(`${isMonth ? `${name}-01` : name}T00:00:00Z`);
  const { day, month, year } = dayForm(locale);
  const form = isMonth ? { month, year } : { day, month, ...(isOfYears && { year }) };
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...form }).format(date);
}
