import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Link from '@cloudscape-design/components/link';
import type { Sum, Totals } from '../../../../functions/finance/totals/totals.ts';
import { Figure } from '../../components/figure.tsx';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { moneyOf } from './totals-days.ts';
import { totalsWords } from './words.ts';

interface TotalsFiguresProps extends Pick<Totals, 'movements' | 'recordedAfter'> {
  /** The page of these movements, with the kind to come. */
  movementsPath: string;
}

/** Received for payments, other money received, what was returned, and the balance before the bank's fees. */
export function TotalsFigures({ movements, recordedAfter, movementsPath }: TotalsFiguresProps) {
  const text = useWords(totalsWords);
  const format = useFormat();
  const { received, other, returned, unreadable, balanceCents, ourTime } = moneyOf(movements);
  const sentenceOf = (sentence: (count: string, euros: string) => string, { count, cents }: Sum) =>
    count > 0 && ` ${sentence(format.count(count), format.euros(cents / 100))}`;
  const figure = (label: string, { count, cents }: Sum, kind: string) => (
    <Figure label={label} value={format.euros(cents / 100)}>
      <Link href={hrefOf(`${movementsPath}&kind=${kind}`)}>{text.movements(format.count(count), count === 1)}</Link>
    </Figure>
  );
  return (
    <Panel
      title={text.sum}
      footer={
        <Box color="text-body-secondary">
          {text.sentence} {text.noRevenue}
          {unreadable > 0 && ` ${text.unreadable(format.count(unreadable))}`}
          {sentenceOf(text.recordedAfter, recordedAfter)}
          {sentenceOf(text.ourTimeSum, ourTime)}
        </Box>
      }
    >
      <ColumnLayout columns={4} minColumnWidth={190} variant="text-grid">
        {figure(text.received, received, 'payment')}
        {figure(text.other, other, 'other')}
        {figure(text.returned, returned, 'returned')}
        <Figure label={text.balance} value={format.euros(balanceCents / 100)} />
      </ColumnLayout>
    </Panel>
  );
}
