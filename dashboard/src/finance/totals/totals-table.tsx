import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { hrefOf } from '../../components/inner-links.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { type Column, type Columns, useColumns } from '../../lists/columns.tsx';
import type { Figure, TotalsDay } from './totals-days.ts';

interface TotalsTableProps {
  days: readonly TotalsDay[];
  by: 'paid' | 'recorded';
  /** Empty: all. */
  merchantId: string;
}

type Part = 'mbway' | 'reference' | 'paid' | 'refunded' | 'failed' | 'cancelled';

/** The days in figures, the newest first; a day on which something was paid leads to its transactions. */
export function TotalsTable({ days, by, merchantId }: TotalsTableProps) {
  const text = useText('totals');
  const format = useFormat();
  const figure = (header: string, id: Part): Column<TotalsDay> => ({
    header,
    isSum: true,
    cell: (row) =>
      row[id].count === 0 ? (
        '–'
      ) : (
        <>
          {format.euros(row[id].euros)}
          <Box variant="small" display="block">
            {text.times(format.count(row[id].count))}
          </Box>
        </>
      ),
  });
  const day: Column<TotalsDay> = {
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
        </>
      );
    },
  };
  // Below a sum. The name may have a line of its own, so that the sum fits.
  const part = (name: string, { count, euros }: Figure) =>
    count > 0 && (
      <Box variant="small" display="block" textAlign="right">
        {name} <span className="unbroken">{format.euros(euros)}</span>
      </Box>
    );
  const columns: TableProps.ColumnDefinition<TotalsDay>[] = useColumns(
    {
      day,
      mbway: figure('MB WAY', 'mbway'),
      reference: figure('Multibanco', 'reference'),
      paid: figure(text.paid, 'paid'),
      refunded: figure(text.refundedOnDay, 'refunded'),
      net: { header: text.net, isSum: true, cell: ({ net }) => format.euros(net) },
      // What came to nothing has no day of payment.
      ...(by === 'recorded' && { failed: figure(text.failed, 'failed') }),
      ...(by === 'recorded' && { cancelled: figure(text.cancelled, 'cancelled') }),
    } as Columns<TotalsDay, 'day' | 'net' | Part>,
    [
      'day',
      {
        of: 'paid',
        isSum: true,
        lines: ['paid', ({ mbway }) => part('MB WAY', mbway), ({ reference }) => part('Multibanco', reference)],
      },
      { of: 'net', isSum: true, lines: ['net', ({ refunded }) => part(text.refundedOnDay, refunded)] },
    ],
  );
  return (
    <Table
      items={[...days].reverse()}
      trackBy="day"
      columnDefinitions={columns}
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
