import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import { outcomeSums } from '../../../../functions/payments/exceptions/exception-sums.ts';
import { Panel } from '../../components/panel.tsx';
import { useFormat } from '../../i18n/language.ts';
import type { ListedException } from './exception-cells.tsx';
import { useExceptionTexts } from './exception-texts.ts';

interface ClosedSumsProps {
  exceptions: readonly ListedException[];
  /** There are no others. */
  isComplete: boolean;
}

/** Euros and count of each outcome, over the exceptions that are shown; each payment's money once. */
export function ClosedSums({ exceptions, isComplete }: ClosedSumsProps) {
  const text = useExceptionTexts().closedExceptions;
  const { outcomeWord } = useExceptionTexts().exceptions;
  const format = useFormat();
  const sums = outcomeSums(
    exceptions.flatMap((each) => {
      // A person decided about all of a payment that came late or below its amount, and about the excess of one above.
      const decided = each.kind === 'underpaid' || each.kind === 'late' ? each.received : each.difference;
      const [cents, receivedCents] = [centsOf(decided), centsOf(each.received)];
      return each.closed ? [{ ...each, outcome: each.closed.outcome, cents, receivedCents }] : [];
    }),
  );
  const figure = (label: string, count: number, cents: number, centsElsewhere = 0) => (
    <div key={label}>
      <Box variant="awsui-key-label">{label}</Box>
      <Box fontSize="heading-l" fontWeight="bold">
        {format.bounded(format.euros(cents / 100), isComplete)}
      </Box>
      <Box color="text-body-secondary">
        {format.bounded(text.exceptions(format.count(count), count === 1), isComplete)}
      </Box>
      {centsElsewhere > 0 && <Box variant="small">{text.elsewhere(format.euros(centsElsewhere / 100))}</Box>}
    </div>
  );
  const total = sums.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <Panel title={text.sums} description={isComplete ? undefined : text.sumsOf(format.count(exceptions.length))}>
      <ColumnLayout columns={4} minColumnWidth={150} variant="text-grid">
        {sums.map(({ outcome, count, cents, centsElsewhere }) =>
          figure(outcomeWord[outcome], count, cents, centsElsewhere),
        )}
        {sums.length > 1 && figure(text.all, exceptions.length, total)}
      </ColumnLayout>
    </Panel>
  );
}

function centsOf(euros: number | null): number | null {
  return euros === null ? null : Math.round(euros * 100);
}
