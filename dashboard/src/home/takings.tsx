import Table from '@cloudscape-design/components/table';
import type { TotalsReport } from '../../../functions/dashboard/api.ts';
import { serviceNow } from '../api/service-time.ts';
import { useTotals } from '../finance/totals/use-totals.ts';
import { addEuros } from '../finance/unnotified/unnotified-sums.ts';
import { useFormat, useText } from '../i18n/language.ts';
import { Sum } from '../lists/cells.tsx';
import { presetDays, today } from '../period/days.ts';
import { Section } from './section.tsx';

type Line = TotalsReport['lines'][number];

/** What was paid today and in 7 days, in euros and count, by method. */
export function Takings() {
  const text = useText('home');
  const { method: methodWord } = useText('transactions');
  const format = useFormat();
  const now = today(serviceNow());
  const totals = useTotals({ ...presetDays('week', now), by: 'paid', merchantId: '' });
  const figure = (lines: readonly Line[]) => {
    const count = lines.reduce((sum, line) => sum + line.count, 0);
    const euros = format.euros(addEuros(...lines.map((line) => line.euros)));
    return (
      <Sum>
        {euros} ({format.count(count)})
      </Sum>
    );
  };
  return (
    <Section
      title={text.takings}
      to="/finance/totals"
      of={totals}
      over={({ sum }) =>
        `${text.takingsOver} ${sum.refunded > 0 ? text.takingsRefunded(format.euros(sum.refunded), format.euros(sum.net)) : ''}`
      }
    >
      {({ lines }) => {
        const methods = [...new Set(lines.map(({ method }) => method))].sort();
        const rows = [
          ...methods.map((method) => ({
            name: methodWord[method as keyof typeof methodWord] ?? method,
            of: lines.filter((line) => line.method === method),
          })),
          { name: text.all, of: lines },
        ];
        return (
          <Table
            variant="embedded"
            items={rows}
            ariaLabels={{ tableLabel: text.takings }}
            columnDefinitions={[
              { id: 'method', header: text.method, isRowHeader: true, cell: ({ name }) => name },
              {
                id: 'today',
                header: <Sum>{text.today}</Sum>,
                cell: ({ of }) => figure(of.filter(({ day }) => day === now)),
              },
              { id: 'week', header: <Sum>{text.week}</Sum>, cell: ({ of }) => figure(of) },
            ]}
          />
        );
      }}
    </Section>
  );
}
