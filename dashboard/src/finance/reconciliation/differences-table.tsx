import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import { isForeignId } from '../../../../functions/payments/foreign-id.ts';
import { OrderLink } from '../../components/order-link.tsx';
import { EmptyState } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { Moment, Small } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { saveFile } from '../../lists/save-file.ts';
import { ScannedList, wholeList } from '../../lists/scanned-list.tsx';
import { type Difference, differencesCsv, directionOf, namesText } from './comparison.ts';
import { reconciliationWords } from './words.ts';

const ROWS_AT_ONCE = 50;

interface DifferencesTableProps {
  differences: readonly Difference[];
  /** Of the file that they are saved as. */
  name: string;
}

/** All differences, so many at a time. */
export function DifferencesTable({ differences, name }: DifferencesTableProps) {
  const text = useWords(reconciliationWords);
  const columns = useDifferenceColumns();
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const isComplete = differences.length <= shown;
  const part = { rows: differences.slice(0, shown), isComplete, more: () => setShown(shown + ROWS_AT_ONCE) };
  return (
    <ScannedList
      list={{ ...wholeList(differences), ...part }}
      title={text.differences}
      columnDefinitions={columns}
      actions={
        <Button
          iconName="download"
          disabled={differences.length === 0}
          onClick={() => saveFile(name, differencesCsv(differences, text))}
        >
          {text.csv}
        </Button>
      }
      empty={<EmptyState title={text.none} />}
    />
  );
}

function useDifferenceColumns(): TableProps.ColumnDefinition<Difference>[] {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  return useColumns(
    {
      result: { header: text.result, isRowHeader: true, minWidth: 180, cell: (finding) => <What {...finding} /> },
      payment: { header: text.payment, cell: (finding) => <Payment {...finding} /> },
      ours: {
        header: text.ours,
        isSum: true,
        cell: ({ ours }) => ours && (ours.cents === null ? text.unknown : format.euros(ours.cents / 100)),
      },
      ourTime: { header: text.ourTime, cell: ({ ours }) => ours && <Moment at={isoOf(ours.atMs)} form="brief" /> },
      bank: { header: text.bank, isSum: true, cell: ({ line }) => line && format.euros(line.cents / 100) },
      bankTime: {
        header: text.bankTime,
        cell: ({ line }) =>
          line && (line.atMs === null ? format.day(line.day) : <Moment at={isoOf(line.atMs)} form="brief" />),
      },
    },
    [
      { of: 'result', minWidth: 150, lines: ['result', 'payment'] },
      {
        of: 'ours',
        header: `${text.ours} / ${text.bank}`,
        isSum: true,
        lines: ['ours', ['ourTime', 'small'], 'bank', ['bankTime', 'small']],
      },
    ],
  );
}

const isoOf = (atMs: number) => new Date(atMs).toISOString();

/** What differs, and what to do. */
function What(finding: Difference) {
  const text = useWords(reconciliationWords);
  const { result, isAmbiguous } = finding;
  return (
    <>
      <StatusIndicator type={result === 'other-day' ? 'warning' : 'error'}>
        <span className="words">{text.results[result]}</span>
      </StatusIndicator>
      <Small>
        {text.directions[directionOf(finding)]}. {isAmbiguous ? text.ambiguous : text.means[result]}
      </Small>
    </>
  );
}

/** Our order, and the bank's ids, of a line with its number. */
function Payment(finding: Difference) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  const { ours, line } = finding;
  return (
    <>
      {ours && !isForeignId(ours.transactionId) && (
        <OrderLink externalOrderId={ours.externalOrderId ?? ours.transactionId} transactionId={ours.transactionId} />
      )}
      <Small>
        {line && `${text.line(format.count(line.line))}: `}
        <span className="long-value">{visibleText(namesText(finding))}</span>
      </Small>
    </>
  );
}
