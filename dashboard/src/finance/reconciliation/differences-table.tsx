import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import type { Result } from '../../../../functions/finance/bank-file/compare.ts';
import { OrderLink } from '../../components/order-link.tsx';
import { EmptyState } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { saveFile } from '../../lists/save-file.ts';
import { differencesCsv, type Finding, idsText } from './comparison.ts';
import { reconciliationWords } from './words.ts';

const PAGE = 50;

interface DifferencesTableProps {
  differences: readonly Finding[];
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
              onClick={() => saveFile(name, [differencesCsv(differences, text)])}
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

function useDifferenceColumns(): TableProps.ColumnDefinition<Finding>[] {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  return useColumns(
    {
      result: { header: text.result, isRowHeader: true, cell: (finding) => <What {...finding} /> },
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

function What({ result, ours, line, isAmbiguous }: Finding) {
  const text = useWords(reconciliationWords);
  const isReturned = line ? line.direction === 'out' : ours?.kind === 'returned';
  return (
    <>
      <ResultCell result={result} />
      <Box variant="small" display="block">
        {isAmbiguous ? text.ambiguous : text.directions[isReturned ? 'out' : 'in']}
      </Box>
    </>
  );
}

/** Our order, and the bank's ids with their line of the file. */
function Payment({ ours, line }: Finding) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  return (
    <>
      {ours && (
        <OrderLink externalOrderId={ours.externalOrderId ?? ours.transactionId} transactionId={ours.transactionId} />
      )}
      {line && (
        <Box variant="small" display="block">
          {text.line(format.count(line.line))}: <span className="long-value">{visibleText(idsText(line))}</span>
        </Box>
      )}
    </>
  );
}

export function ResultCell({ result, isNone = false }: { result: Result; isNone?: boolean }) {
  const text = useWords(reconciliationWords);
  const type = isNone ? 'stopped' : result === 'matched' ? 'success' : result === 'other-day' ? 'warning' : 'error';
  return (
    <StatusIndicator type={type}>
      <span className="words">{text.results[result]}</span>
    </StatusIndicator>
  );
}
