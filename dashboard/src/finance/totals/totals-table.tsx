import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { hrefOf } from '../../components/inner-links.ts';
import { useNarrow } from '../../components/sizes.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Sum } from '../../lists/cells.tsx';
import type { Figure, TotalsDay } from './totals-days.ts';

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
  const figure = ({ count, euros }: Figure) =>
    count === 0 ? (
      right('–')
    ) : (
      <Sum>
        {format.euros(euros)}
        <Box variant="small" display="block">
          {text.times(format.count(count))}
        </Box>
      </Sum>
    );
  const column = (id: Part, header: string): Column => ({
    id,
    header: right(header),
    cell: (row) => figure(row[id]),
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
  // Below a sum. The name may have a line of its own, so that the sum fits.
  const part = (name: string, euros: number) => (
    <Box variant="small" display="block" textAlign="right">
      {name} <span className="unbroken">{format.euros(euros)}</span>
    </Box>
  );
  const narrow: Column[] = [
    day,
    {
      id: 'paid',
      header: right(text.paid),
      cell: ({ paid, mbway, reference }) => (
        <>
          {figure(paid)}
          {mbway.count > 0 && part('MB WAY', mbway.euros)}
          {reference.count > 0 && part('Multibanco', reference.euros)}
        </>
      ),
    },
    {
      id: 'net',
      header: right(text.net),
      cell: ({ net: euros, refunded }) => (
        <>
          {right(format.euros(euros))}
          {refunded.count > 0 && part(text.refundedOnDay, refunded.euros)}
        </>
      ),
    },
  ];
  const wide = [
    day,
    column('mbway', 'MB WAY'),
    column('reference', 'Multibanco'),
    column('paid', text.paid),
    column('refunded', text.refundedOnDay),
    net,
    // What came to nothing has no day of payment.
    ...(by === 'recorded' ? [column('failed', text.failed), column('cancelled', text.cancelled)] : []),
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
