import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { type ReactNode, useState } from 'react';
import { isDifference, isUnanswered } from '../../../../functions/finance/reconciliation/finding.ts';
import { type Note, noteText } from '../../../../functions/finance/reconciliation/note.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { useNarrow } from '../../components/sizes.ts';
import { useFormat, useLanguage } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { saveFile } from '../../lists/save-file.ts';
import { useReader } from '../../transactions/export/use-reader.ts';
import { differencesFirst, type Finding, findingsCsv } from './findings.ts';
import { useReconciliationTexts } from './reconciliation-texts.ts';

const PAGE = 50;

interface FindingsTableProps {
  findings: readonly Finding[];
  day: string;
  /** Shown where there are none. */
  empty: ReactNode;
}

/** Every payment and refund of the day, differences first. The answer is complete, so the browser paginates it. */
export function FindingsTable({ findings, day, empty }: FindingsTableProps) {
  const text = useReconciliationTexts();
  const format = useFormat();
  const { catalogue } = useLanguage();
  const readerOf = useReader();
  const columns = useFindingColumns();
  const download = async () => {
    const words = { text, catalogue, ...(await readerOf(findings)) };
    saveFile(`reconciliation-${day}.csv`, [findingsCsv(findings, words)]);
  };
  const parts = {
    differences: findings.filter(isDifference),
    unanswered: findings.filter(isUnanswered),
    all: differencesFirst(findings),
  };
  const [chosen, setChosen] = useState<keyof typeof parts>('differences');
  const [page, setPage] = useState(1);
  const shown = parts[chosen].length > 0 ? chosen : 'all';
  const rows = parts[shown];
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const current = Math.min(page, pages);
  return (
    <Table
      items={rows.slice((current - 1) * PAGE, current * PAGE)}
      columnDefinitions={columns}
      wrapLines
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: text.findingsCaption }}
      header={
        <Header
          variant="h2"
          counter={`(${format.count(rows.length)})`}
          actions={
            <Button iconName="download" disabled={findings.length === 0} onClick={download}>
              {text.csv}
            </Button>
          }
        >
          {text.findings}
        </Header>
      }
      filter={
        <SegmentedControl
          label={text.findings}
          selectedId={shown}
          onChange={({ detail }) => {
            setChosen(detail.selectedId as keyof typeof parts);
            setPage(1);
          }}
          options={[
            {
              id: 'differences',
              text: `${text.onlyDifferences} (${format.count(parts.differences.length)})`,
              disabled: parts.differences.length === 0,
            },
            ...(parts.unanswered.length > 0
              ? [{ id: 'unanswered', text: `${text.onlyUnanswered} (${format.count(parts.unanswered.length)})` }]
              : []),
            { id: 'all', text: `${text.all} (${format.count(findings.length)})` },
          ]}
        />
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
      empty={empty}
    />
  );
}

function useFindingColumns(): TableProps.ColumnDefinition<Finding>[] {
  const text = useReconciliationTexts();
  const format = useFormat();
  const euros = (sum: number | null) => (sum === null ? '–' : format.euros(sum));
  const withDay = (note: Note) => (note.code === 'bank-day' ? { ...note, day: format.day(note.day) } : note);
  return useColumns(
    {
      result: {
        header: text.result,
        isRowHeader: true,
        cell: ({ result, kind }) => (
          <>
            <ResultCell result={result} />
            <Box variant="small" display="block">
              {text.kindOf[kind]}
            </Box>
          </>
        ),
      },
      order: { header: text.orderOrBankId, cell: (finding) => <Order {...finding} /> },
      ours: { header: text.ourAmount, isSum: true, cell: ({ ourAmount }) => euros(ourAmount) },
      bank: { header: text.bankAmount, isSum: true, cell: ({ bankAmount }) => euros(bankAmount) },
      difference: {
        header: text.difference,
        isSum: true,
        cell: ({ difference }) => (difference === null ? text.unknown : format.signedEuros(difference)),
      },
      time: { header: text.time, cell: ({ ourTime }) => ourTime !== null && <Moment at={ourTime} form="brief" /> },
      detail: { header: text.detail, cell: ({ notes }) => noteText(notes.map(withDay), text.notes) },
    },
    [
      { of: 'result', minWidth: 190, lines: ['result', 'order', ['detail', 'small']] },
      {
        of: 'ours',
        header: `${text.ourAmount} / ${text.bankAmount} / ${text.difference}`,
        isSum: true,
        lines: ['ours', 'bank', ['difference', 'strong']],
      },
    ],
  );
}

/** The order, or what only the bank knows by its id; and the merchant. */
function Order({ transactionId, externalOrderId, merchantId, bankId }: Finding) {
  return (
    <>
      {transactionId === null ? (
        <span className="long-value">{bankId ?? '–'}</span>
      ) : (
        <OrderLink externalOrderId={externalOrderId ?? transactionId} transactionId={transactionId} />
      )}
      {merchantId !== null && (
        <Box variant="small" display="block">
          <MerchantLink merchantId={merchantId} />
        </Box>
      )}
    </>
  );
}

export function ResultCell({ result }: { result: Finding['result'] }) {
  const text = useReconciliationTexts();
  const isNarrow = useNarrow();
  const type = isDifference({ result })
    ? 'error'
    : isUnanswered({ result })
      ? 'warning'
      : result === 'agrees'
        ? 'success'
        : 'info';
  return (
    <span className={isNarrow ? undefined : 'unbroken'}>
      <StatusIndicator type={type}>
        <span className="words">{text.results[result]}</span>
      </StatusIndicator>
    </span>
  );
}
