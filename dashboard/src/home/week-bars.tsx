import { homeWords } from './words.ts';
import './home.css';
import Box from '@cloudscape-design/components/box';
import { type MovementLine, sumOf } from '../../../functions/finance/totals/totals.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { addDays, eachDay, PRESET_DAYS, presetDays } from '../period/days.ts';

/** Euros received for payments on each of the last 7 days, beside the same weekday a week earlier. `lines` are of both weeks. */
export function WeekBars({ lines, now }: { lines: readonly MovementLine[]; now: string }) {
  const text = useWords(homeWords);
  const format = useFormat();
  const eurosOf = (day: string) => sumOf(lines.filter((line) => line.day === day)).cents / 100;
  const bars = eachDay(presetDays('week', now)).map((day) => ({
    day,
    euros: eurosOf(day),
    before: eurosOf(addDays(day, -PRESET_DAYS.week)),
  }));
  const most = Math.max(0.01, ...bars.flatMap(({ euros, before }) => [euros, before]));
  const size = (euros: number) => ({ inlineSize: `${(euros / most) * 100}%` });
  return (
    <table className="week-bars">
      <caption>
        <Box variant="awsui-key-label">{text.bars}</Box>
      </caption>
      <thead>
        <tr>
          <th scope="col">{text.day}</th>
          <th scope="col">{text.thisWeek}</th>
          <th scope="col">{text.weekBefore}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ day, euros, before }) => (
          <tr key={day}>
            <th scope="row">{format.day(day)}</th>
            <td>
              {format.euros(euros)}
              <span className="bar" style={size(euros)} />
            </td>
            <td>
              {format.euros(before)}
              <span className="bar before" style={size(before)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
