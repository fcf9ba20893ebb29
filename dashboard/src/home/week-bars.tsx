import './home.css';
import Box from '@cloudscape-design/components/box';
import type { TotalsReport } from '../../../functions/dashboard/api.ts';
import { addEuros } from '../finance/unnotified/unnotified-sums.ts';
import { useFormat, useLanguage, useText } from '../i18n/language.ts';
import { addDays, eachDay, PRESET_DAYS, presetDays } from '../period/days.ts';

/** Euros received on each of the last 7 days, beside the same weekday a week earlier. `lines` are of both weeks. */
export function WeekBars({ lines, now }: { lines: TotalsReport['lines']; now: string }) {
  const text = useText('home');
  const format = useFormat();
  const { locale } = useLanguage();
  const eurosOf = (day: string) => addEuros(...lines.filter((line) => line.day === day).map(({ euros }) => euros));
  const bars = eachDay(presetDays('week', now)).map((day) => ({
    day,
    euros: eurosOf(day),
    before: eurosOf(addDays(day, -PRESET_DAYS.week)),
  }));
  const most = Math.max(0.01, ...bars.flatMap(({ euros, before }) => [euros, before]));
  const height = (euros: number) => ({ blockSize: `${(euros / most) * 100}%` });
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'narrow' });
  return (
    <div>
      <Box variant="awsui-key-label">{text.bars}</Box>
      <ol className="week-bars">
        {bars.map(({ day, euros, before }) => (
          <li key={day}>
            <span role="img" aria-label={text.bar(format.day(day), format.euros(euros), format.euros(before))}>
              <span className={before > 0 ? 'before' : ''} style={height(before)} />
              <span style={height(euros)} />
            </span>
            <span aria-hidden="true">{weekday.format(new Date(`${day}T00:00:00Z`))}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
