import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import type { MovementLine, StatusLine, Sum } from '../../../../functions/finance/totals/totals.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { type Column, useColumns } from '../../lists/columns.tsx';
import type { Days } from '../../period/days.ts';
import { byDay, moneyOf, statusesOf } from './totals-days.ts';
import { totalsWords } from './words.ts';

type Figures<Name extends string> = { name: string } & Record<Name, Sum>;
type Money = { name: string } & ReturnType<typeof moneyOf>;

/** The days in figures, the newest first; a day leads to its movements. */
export function DaysTable({
  lines,
  period,
  pathOf,
}: {
  lines: readonly MovementLine[];
  period: Days;
  pathOf: (days: Days) => string;
}) {
  const text = useWords(totalsWords);
  const format = useFormat();
  const nameOf = (day: string, count: number) => {
    const name = format.day(day);
    return count > 0 ? <Link href={hrefOf(pathOf({ from: day, to: day }))}>{name}</Link> : name;
  };
  const rows = byDay(lines, period).map(([name, ofDay]): Money => ({ name, ...moneyOf(ofDay) }));
  return (
    <MoneyTable
      rows={rows.reverse()}
      header={text.days}
      of={text.day}
      nameOf={({ name, received, other, returned }) => nameOf(name, received.count + other.count + returned.count)}
    />
  );
}

/** The bank accounts in figures. */
export function AccountsTable({ lines }: { lines: readonly MovementLine[] }) {
  const text = useWords(totalsWords);
  const rows = [...Map.groupBy(lines, ({ bankAccount }) => bankAccount)]
    .map(([name, ofAccount]): Money => ({ name, ...moneyOf(ofAccount) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return <MoneyTable rows={rows} header={text.accounts} of={text.account} nameOf={({ name }) => name} />;
}

interface MoneyTableProps {
  rows: readonly Money[];
  header: string;
  /** What a row is of. */
  of: string;
  nameOf: (row: Money) => ReactNode;
}

function MoneyTable({ rows, header, of, nameOf }: MoneyTableProps) {
  const text = useWords(totalsWords);
  const format = useFormat();
  const figure = useFigure<'mbway' | 'reference' | 'received' | 'other' | 'returned'>();
  const balance: Column<Money> = {
    header: text.balance,
    isSum: true,
    cell: ({ balanceCents }) => format.euros(balanceCents / 100),
  };
  const part = (name: string, { count, cents }: Sum) =>
    count > 0 && (
      <Box variant="small" display="block" textAlign="right">
        {name} <span className="unbroken">{format.euros(cents / 100)}</span>
      </Box>
    );
  const columns: TableProps.ColumnDefinition<Money>[] = useColumns(
    {
      name: { header: of, isRowHeader: true, cell: nameOf },
      mbway: figure('MB WAY', 'mbway'),
      reference: figure('Multibanco', 'reference'),
      other: figure(text.other, 'other'),
      returned: figure(text.returned, 'returned'),
      balance,
    },
    [
      'name',
      {
        of: 'balance',
        isSum: true,
        lines: [
          'balance',
          ({ mbway }) => part('MB WAY', mbway),
          ({ reference }) => part('Multibanco', reference),
          ({ other }) => part(text.other, other),
          ({ returned }) => part(text.returned, returned),
        ],
      },
    ],
  );
  return <FiguresTable rows={rows} columns={columns} header={header} />;
}

/** The days in figures by status, the newest first. */
export function StatusesTable({ lines, period }: { lines: readonly StatusLine[]; period: Days }) {
  const text = useWords(totalsWords);
  const words = useWords(transactionWords);
  const format = useFormat();
  const figure = useFigure<'paid' | 'failed' | 'cancelled'>();
  const rows = byDay(lines, period).map(([name, ofDay]) => ({ name, ...statusesOf(ofDay) }));
  const columns = useColumns<(typeof rows)[number], 'name' | 'paid' | 'failed' | 'cancelled'>(
    {
      name: { header: text.day, isRowHeader: true, cell: ({ name }) => format.day(name) },
      paid: figure(words.status.paid, 'paid'),
      failed: figure(words.status.failed, 'failed'),
      cancelled: figure(words.status.cancelled, 'cancelled'),
    },
    ['name', 'paid', 'failed', 'cancelled'],
  );
  return <FiguresTable rows={rows.reverse()} columns={columns} header={text.days} />;
}

/** A column of euros, each with its number below. */
function useFigure<Name extends string>() {
  const text = useWords(totalsWords);
  const format = useFormat();
  return (header: string, id: Name): Column<Figures<Name>> => ({
    header,
    isSum: true,
    cell: (row) => {
      const { count, cents }: Sum = row[id];
      if (count === 0) return '–';
      return (
        <>
          {format.euros(cents / 100)}
          <Box variant="small" display="block">
            {text.times(format.count(count))}
          </Box>
        </>
      );
    },
  });
}

interface FiguresTableProps<Row> {
  rows: readonly Row[];
  columns: TableProps.ColumnDefinition<Row>[];
  header: string;
}

function FiguresTable<Row extends { name: string }>({ rows, columns, header }: FiguresTableProps<Row>) {
  const text = useWords(totalsWords);
  return (
    <Table
      items={rows}
      trackBy="name"
      columnDefinitions={columns}
      wrapLines
      contentDensity="compact"
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: header }}
      header={<Header variant="h2">{header}</Header>}
      empty={<EmptyState title={text.none} />}
    />
  );
}
