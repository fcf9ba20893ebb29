import './home.css';
import Box from '@cloudscape-design/components/box';
import type { TotalsReport } from '../../../functions/dashboard/api.ts';
import { serviceNow } from '../api/service-time.ts';
import { Figure } from '../components/figure.tsx';
import { useTotals } from '../finance/totals/use-totals.ts';
import { addEuros } from '../finance/unnotified/unnotified-sums.ts';
import { useFormat, useText } from '../i18n/language.ts';
import { presetDays, today } from '../period/days.ts';
import { Section } from './section.tsx';

type Line = TotalsReport['lines'][number];

/** What was paid today and in 7 days, in euros and count, by method. */
export function Takings() {
  const text = useText('home');
  const format = useFormat();
  const now = today(serviceNow());
  const totals = useTotals({ ...presetDays('week', now), by: 'paid', merchantId: '' });
  return (
    <Section
      title={text.takings}
      to="/finance/totals"
      room="two-lines"
      of={totals}
      over={({ sum: { refunded, net } }) =>
        `${text.takingsOver} ${refunded > 0 ? text.takingsRefunded(format.euros(refunded), format.euros(net)) : ''}`
      }
    >
      {({ lines }) => (
        <div className="home-figures">
          <Sums label={text.today} lines={lines.filter(({ day }) => day === now)} />
          <Sums label={text.week} lines={lines} />
        </div>
      )}
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
