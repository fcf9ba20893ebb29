import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import type { MovementLine, StatusLine, Sum } from '../../../../functions/finance/totals/totals.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { Small } from '../../lists/cells.tsx';
import { type Column, useColumns } from '../../lists/columns.tsx';
import { ScannedList, wholeList } from '../../lists/scanned-list.tsx';
import { type MoneyRow, moneyRows, statusRows } from './totals-days.ts';
import { totalsWords } from './words.ts';

interface MoneyTableProps {
  lines: readonly MovementLine[];
  by: 'day' | 'bankAccount';
  header: string;
  /** What a row is of. */
  of: string;
  nameOf: (name: string) => ReactNode;
}

/** The movements in figures, by day with the newest first, or by bank account. */
export function MoneyTable({ lines, by, header, of, nameOf }: MoneyTableProps) {
  const text = useWords(totalsWords);
  const format = useFormat();
  type Name = 'mbway' | 'reference' | 'other' | 'returned';
  const figure = (heading: string, id: Name): Column<MoneyRow> => ({
    header: heading,
    isSum: true,
    cell: (row) => <Figure of={row[id]} />,
  });
  const part = (heading: string, id: Name) => (row: MoneyRow) =>
    row[id].count > 0 && (
      <Box variant="small" display="block" textAlign="right">
        {heading} <span className="unbroken">{format.euros(row[id].cents / 100)}</span>
      </Box>
    );
  const columns = useColumns<MoneyRow, 'name' | 'ourTime' | Name | 'balance'>(
    {
      name: { header: of, isRowHeader: true, cell: ({ name }) => nameOf(name) },
      ourTime: {
        below: 'name',
        header: text.ourTime,
        cell: ({ ourTime: { count } }) => count > 0 && text.ourTimeOf(format.count(count)),
      },
      mbway: figure('MB WAY', 'mbway'),
      reference: figure('Multibanco', 'reference'),
      other: figure(text.other, 'other'),
      returned: figure(text.returned, 'returned'),
      balance: { header: text.balance, isSum: true, cell: ({ balanceCents }) => format.euros(balanceCents / 100) },
    },
    [
      { of: 'name', lines: ['name', ['ourTime', 'small']] },
      {
        of: 'balance',
        isSum: true,
        lines: [
          'balance',
          part('MB WAY', 'mbway'),
          part('Multibanco', 'reference'),
          part(text.other, 'other'),
          part(text.returned, 'returned'),
        ],
      },
    ],
  );
  const rows = moneyRows(lines, by);
  return (
    <ScannedList
      list={wholeList(by === 'day' ? rows.reverse() : rows)}
      title={header}
      columnDefinitions={columns}
      contentDensity="compact"
      empty={<EmptyState title={text.none} />}
    />
  );
}

/** The days by status, the newest first. What failed or was cancelled is no money. */
export function StatusesTable({ lines }: { lines: readonly StatusLine[] }) {
  const text = useWords(totalsWords);
  const { status: statusWord } = useWords(transactionWords);
  const format = useFormat();
  type Row = ReturnType<typeof statusRows>[number];
  const count = (id: 'failed' | 'cancelled'): Column<Row> => ({
    header: statusWord[id],
    isSum: true,
    cell: (row) => row[id].count > 0 && format.count(row[id].count),
  });
  const columns = useColumns<Row, keyof Row>(
    {
      name: { header: text.day, isRowHeader: true, cell: ({ name }) => format.day(name) },
      paid: { header: statusWord.paid, isSum: true, cell: ({ paid }) => <Figure of={paid} /> },
      failed: count('failed'),
      cancelled: count('cancelled'),
    },
    ['name', 'paid', 'failed', 'cancelled'],
  );
  return (
    <ScannedList
      list={wholeList(statusRows(lines).reverse())}
      title={text.days}
      columnDefinitions={columns}
      contentDensity="compact"
      empty={<EmptyState title={text.noTransactions} />}
    />
  );
}

/** Euros, and below them their number. */
function Figure({ of: { count, cents } }: { of: Sum }) {
  const text = useWords(totalsWords);
  const format = useFormat();
  if (count === 0) return '–';
  return (
    <>
      {format.euros(cents / 100)}
      <Small>{text.times(format.count(count))}</Small>
    </>
  );
}
