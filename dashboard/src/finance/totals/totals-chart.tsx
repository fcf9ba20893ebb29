import BarChart from '@cloudscape-design/components/bar-chart';
import { useFormat, useLanguage, useText } from '../../i18n/language.ts';
import { chartBars, type TotalsDay } from './totals-days.ts';

/** Paid euros as bars, by method. The table of days says the same in figures. A module of its own: charts are large. */
export function TotalsChart({ days }: { days: readonly TotalsDay[] }) {
  const text = useText('totals');
  const format = useFormat();
  const { locale } = useLanguage();
  const bars = chartBars(days);
  const nameOf = (name: string) => shortName(name, locale);
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

/** `20 Nov` of a day, `Nov 2026` of a month. */
function shortName(name: string, locale: string): string {
  const isMonth = name.length === 7;
  const date = new Date(`${isMonth ? `${name}-01` : name}T00:00:00Z`);
  const form: Intl.DateTimeFormatOptions = isMonth
    ? { month: 'short', year: 'numeric' }
    : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...form }).format(date);
}
