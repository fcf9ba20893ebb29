import './home.css';
import Box from '@cloudscape-design/components/box';
import type { TotalsReport } from '../../../functions/dashboard/api.ts';
import { serviceNow } from '../api/service-time.ts';
import { Figure } from '../components/figure.tsx';
import { useTotals } from '../finance/totals/use-totals.ts';
import { addEuros } from '../finance/unnotified/unnotified-sums.ts';
import { useFormat, useText } from '../i18n/language.ts';
import { addDays, PRESET_DAYS, presetDays, today } from '../period/days.ts';
import { Section } from './section.tsx';
import { WeekBars } from './week-bars.tsx';

type Line = TotalsReport['lines'][number];

/** What was paid today and in 7 days, in euros and count, by method; each day beside the week before. */
export function PaidTotals() {
  const text = useText('home');
  const format = useFormat();
  const now = today(serviceNow());
  const { from, to } = presetDays('week', now);
  const totals = useTotals({ from: addDays(from, -PRESET_DAYS.week), to, by: 'paid', merchantId: '' });
  const ofWeek = <Of extends { day: string }>(all: readonly Of[]) => all.filter(({ day }) => day >= from);
  return (
    <Section
      title={text.paid}
      to="/finance/totals"
      room="week"
      of={totals}
      over={({ lines, refunds }) => {
        const refunded = addEuros(...ofWeek(refunds).map(({ euros }) => euros));
        const net = addEuros(...ofWeek(lines).map(({ euros }) => euros), -refunded);
        return `${text.paidOver} ${refunded > 0 ? text.paidRefunded(format.euros(refunded), format.euros(net)) : ''}`;
      }}
    >
      {({ lines }) => (
        <div className="home-figures">
          <Sums label={text.today} lines={lines.filter(({ day }) => day === now)} />
          <Sums label={text.week} lines={ofWeek(lines)} />
          <WeekBars lines={lines} now={now} />
        </div>
      )}
    </Section>
  );
}

/** Of every merchant, today. */
export function TodayTotals() {
  const text = useText('home');
  const now = today(serviceNow());
  const totals = useTotals({ from: now, to: now, by: 'paid', merchantId: '' });
  return (
    <Section title={text.paid} to="/finance/totals" of={totals} over={() => text.todayOver}>
      {({ lines }) => <Sums label={text.today} lines={lines} />}
    </Section>
  );
}

/** The euros of all methods, and below them count and euros of each. */
function Sums({ label, lines }: { label: string; lines: readonly Line[] }) {
  const text = useText('home');
  const { method: methodWord } = useText('transactions');
  const format = useFormat();
  const euros = (of: readonly Line[]) => format.euros(addEuros(...of.map((line) => line.euros)));
  const payments = (of: readonly Line[]) => {
    const count = of.reduce((sum, line) => sum + line.count, 0);
    return text.payments(format.count(count), count === 1);
  };
  const methods = Object.entries(Object.groupBy(lines, ({ method }) => method));
  return (
    <Figure label={label} value={euros(lines)}>
      {payments(lines)}
      {methods.map(([method, of = []]) => (
        <Box key={method} color="inherit">
          {methodWord[method as Line['method']]}: {euros(of)}, {payments(of)}
        </Box>
      ))}
    </Figure>
  );
}
