import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { hrefOf } from '../../components/inner-links.ts';
import { useNarrow } from '../../components/sizes.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Sum } from '../../lists/cells.tsx';
import type { TotalsDay } from './totals-days.ts';

interface TotalsTableProps {
  days: readonly TotalsDay[];
  by: 'paid' | 'recorded';
  /** Empty: all. */
  merchantId: string;
  /** Days on which something was counted since they were exported. */
  changed: ReadonlySet<string>;
}

type Column = TableProps.ColumnDefinition<TotalsDay>;
type Part = 'mbway' | 'reference' | 'paid' | 'refunded' | 'failed' | 'cancelled';

/** The days in figures, the newest first; a day on which something was paid leads to its transactions. */
export function TotalsTable({ days, by, merchantId, changed }: TotalsTableProps) {
  const text = useText('totals');
  const format = useFormat();
  const isNarrow = useNarrow();
  const right = (content: string) => <Sum>{content}</Sum>;
  const part = (id: Part, header: string): Column => ({
    id,
    header: right(header),
    cell: (row) => {
      const { count, euros } = row[id];
      if (count === 0) return right('–');
      return (
        <Sum>
          {format.euros(euros)}
          <Box variant="small" display="block">
            {text.times(format.count(count))}
          </Box>
        </Sum>
      );
    },
  });
  const day: Column = {
    id: 'day',
    header: text.day,
    isRowHeader: true,
    cell: (row) => {
      const merchant = merchantId === '' ? '' : `&merchant=${encodeURIComponent(merchantId)}`;
      const list = hrefOf(`/transactions?by=paid&from=${row.day}&to=${row.day}${merchant}`);
      const name = format.day(row.day);
      return (
        <>
          {/* Of the day of record there is no list. */}
          {by === 'paid' && row.paid.count > 0 ? <Link href={list}>{name}</Link> : name}
          {changed.has(row.day) && (
            <Box variant="small" display="block">
              {text.changed}
            </Box>
          )}
        </>
      );
    },
  };
  const net: Column = { id: 'net', header: right(text.net), cell: (row) => right(format.euros(row.net)) };
  const small = (content: string) => (
    <Box variant="small" display="block">
      {content}
    </Box>
  );
  const narrow: Column[] = [
    day,
    {
      id: 'paid',
      header: right(text.paid),
      cell: ({ paid, mbway, reference }) => (
        <Sum>
          {paid.count === 0 ? '–' : format.euros(paid.euros)}
          {paid.count > 0 && small(text.times(format.count(paid.count)))}
          {mbway.count > 0 && small(`MB WAY ${format.euros(mbway.euros)}`)}
          {reference.count > 0 && small(`Multibanco ${format.euros(reference.euros)}`)}
        </Sum>
      ),
    },
    {
      id: 'net',
      header: right(text.net),
      cell: ({ net: euros, refunded }) => (
        <Sum>
          {format.euros(euros)}
          {refunded.count > 0 && small(`${text.refundedOnDay} ${format.euros(refunded.euros)}`)}
        </Sum>
      ),
    },
  ];
  const wide = [
    day,
    part('mbway', 'MB WAY'),
    part('reference', 'Multibanco'),
    part('paid', text.paid),
    part('refunded', text.refundedOnDay),
    net,
    // What came to nothing has no day of payment.
    ...(by === 'recorded' ? [part('failed', text.failed), part('cancelled', text.cancelled)] : []),
  ];
  return (
    <Table
      items={[...days].reverse()}
      trackBy="day"
      columnDefinitions={isNarrow ? narrow : wide}
      wrapLines
      contentDensity="compact"
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: text.daysCaption }}
      header={
        <Header variant="h2" description={text.daysHint}>
          {text.days}
        </Header>
      }
      empty={<EmptyState title={text.none} />}
    />
  );
}
