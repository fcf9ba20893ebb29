import { type MovementLine, sumOf } from '../../../functions/finance/totals/totals.ts';
import { serviceNow } from '../api/service-time.ts';
import { Figure } from '../components/figure.tsx';
import { useTotals } from '../finance/totals/use-totals.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { addDays, today } from '../period/days.ts';
import { Section } from './section.tsx';
import { homeWords } from './words.ts';

/** What was received for payments yesterday and today: by a merchant, or for staff by all. */
export function PaidTotals() {
  const text = useWords(homeWords);
  const format = useFormat();
  const to = today(serviceNow());
  const from = addDays(to, -1);
  const totals = useTotals({ from, to, of: 'movements', merchantId: '' });
  const figure = (label: string, day: string, movements: readonly MovementLine[]) => {
    const { count, cents } = sumOf(movements.filter((line) => line.kind === 'payment' && line.day === day));
    return (
      <Figure label={label} value={format.euros(cents / 100)}>
        {text.payments(format.count(count), count === 1)}
      </Figure>
    );
  };
  return (
    <Section title={text.paid} to={`/finance/totals?from=${from}&to=${to}`} of={totals} over={() => text.paidOver}>
      {({ movements }) => (
        <div className="figures">
          {figure(text.yesterday, from, movements)}
          {figure(text.today, to, movements)}
        </div>
      )}
    </Section>
  );
}
