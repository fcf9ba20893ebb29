import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import { isForeignId } from '../../../../functions/payments/foreign-id.ts';
import { OrderLink } from '../../components/order-link.tsx';
import { EmptyState } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { Moment, Small } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { saveFile } from '../../lists/save-file.ts';
import { type Difference, differencesCsv, directionOf, namesText } from './comparison.ts';
import { reconciliationWords } from './words.ts';

const PAGE = 50;

interface DifferencesTableProps {
  differences: readonly Difference[];
  /** Of the file that they are saved as. */
  name: string;
}

/** All differences; the browser paginates them. */
export function DifferencesTable({ differences, name }: DifferencesTableProps) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  const columns = useDifferenceColumns();
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(differences.length / PAGE));
  const current = Math.min(page, pages);
  return (
    <Table
      items={differences.slice((current - 1) * PAGE, current * PAGE)}
      columnDefinitions={columns}
      wrapLines
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: text.differences }}
      header={
        <Header
          variant="h2"
          counter={`(${format.count(differences.length)})`}
          actions={
            <Button
              iconName="download"
              disabled={differences.length === 0}
              onClick={() => saveFile(name, differencesCsv(differences, text))}
            >
              {text.csv}
            </Button>
          }
        >
          {text.differences}
        </Header>
      }
      pagination={
        pages > 1 ? (
          <Pagination
            currentPageIndex={current}
            pagesCount={pages}
            onChange={({ detail }) => setPage(detail.currentPageIndex)}
          />
        ) : undefined
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
