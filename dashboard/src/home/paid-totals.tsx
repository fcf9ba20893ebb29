import { transactionWords } from '../i18n/shared-words.ts';
import { homeWords } from './words.ts';
import './home.css';
import Box from '@cloudscape-design/components/box';
import { balanceOfLines, type MovementLine, sumOf, type Totals } from '../../../functions/finance/totals/totals.ts';
import { serviceNow } from '../api/service-time.ts';
import { Figure } from '../components/figure.tsx';
import { useTotals } from '../finance/totals/use-totals.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { addDays, PRESET_DAYS, presetDays, today } from '../period/days.ts';
import { Section } from './section.tsx';
import { WeekBars } from './week-bars.tsx';

/** What was received for payments. */
const paymentsIn = ({ movements }: Totals) => movements.filter(({ kind }) => kind === 'payment');

/** What was received for payments today and in 7 days, by method; each day beside the week before. */
export function PaidTotals() {
  const text = useWords(homeWords);
  const format = useFormat();
  const now = today(serviceNow());
  const { from, to } = presetDays('week', now);
  const totals = useTotals({ from: addDays(from, -PRESET_DAYS.week), to, of: 'movements', merchantId: '' });
  const ofWeek = (all: readonly MovementLine[]) => all.filter(({ day }) => day >= from);
  return (
    <Section
      title={text.paid}
      to="/finance/totals"
      room="week"
      of={totals}
      over={({ movements }) => {
        const { other, returned, balanceCents } = balanceOfLines(ofWeek(movements));
        if (other.count + returned.count === 0) return text.paidOver;
        const euros = (cents: number) => format.euros(cents / 100);
        return `${text.paidOver} ${text.paidBalance(euros(other.cents), euros(returned.cents), euros(balanceCents))}`;
      }}
    >
      {(totals) => (
        <div className="home-figures">
          <Sums label={text.today} lines={paymentsIn(totals).filter(({ day }) => day === now)} />
          <Sums label={text.week} lines={ofWeek(paymentsIn(totals))} />
          <WeekBars lines={paymentsIn(totals)} now={now} />
        </div>
      )}
    </Section>
  );
}

/** Of every merchant, today. */
export function TodayTotals() {
  const text = useWords(homeWords);
  const now = today(serviceNow());
  const totals = useTotals({ from: now, to: now, of: 'movements', merchantId: '' });
  return (
    <Section title={text.paid} to="/finance/totals" of={totals} over={() => text.todayOver}>
      {(totals) => <Sums label={text.today} lines={paymentsIn(totals)} />}
    </Section>
  );
}

/** The euros of all methods, and below them count and euros of each. */
function Sums({ label, lines }: { label: string; lines: readonly MovementLine[] }) {
  const text = useWords(homeWords);
  const { method: methodWord } = useWords(transactionWords);
  const format = useFormat();
  const euros = (of: readonly MovementLine[]) => format.euros(sumOf(of).cents / 100);
  const payments = (of: readonly MovementLine[]) => {
    const { count } = sumOf(of);
    return text.payments(format.count(count), count === 1);
  };
  return (
    <Figure label={label} value={euros(lines)}>
      {payments(lines)}
      {[...Map.groupBy(lines, ({ method }) => method ?? 'none')].map(([method, of]) => (
        <Box key={method} color="inherit">
          {methodWord[method]}: {euros(of)}, {payments(of)}
        </Box>
      ))}
    </Figure>
  );
}
