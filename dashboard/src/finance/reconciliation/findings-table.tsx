import StatusIndicator from '@cloudscape-design/components/status-indicator';
import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { type ReactNode, useState } from 'react';
import { isDifference, isUnanswered } from '../../../../functions/finance/reconciliation/finding.ts';
import { type Note, noteText } from '../../../../functions/finance/reconciliation/note.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { useNarrow } from '../../components/sizes.ts';
import { useFormat, useLanguage } from '../../i18n/language.ts';
import { Moment, Sum } from '../../lists/cells.tsx';
import { saveFile } from '../../lists/save-file.ts';
import { useMerchantName } from '../../transactions/export/use-merchant-name.ts';
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
  const isNarrow = useNarrow();
  const { catalogue } = useLanguage();
  const nameOf = useMerchantName();
  const columns = useFindingColumns(isNarrow);
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
            <Button
              iconName="download"
              disabled={findings.length === 0}
              onClick={() =>
                saveFile(`reconciliation-${day}.csv`, [findingsCsv(findings, { text, catalogue, nameOf })])
              }
            >
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

function useFindingColumns(isNarrow: boolean): TableProps.ColumnDefinition<Finding>[] {
  const text = useReconciliationTexts();
  const format = useFormat();
  const euros = (sum: number | null) => (sum === null ? '–' : format.euros(sum));
  const signed = (sum: number | null) => (sum === null ? text.unknown : format.signedEuros(sum));
  const right = (content: string) => <Sum>{content}</Sum>;
  const withDay = (note: Note) => (note.code === 'bank-day' ? { ...note, day: format.day(note.day) } : note);
  const note = ({ notes }: Finding) => noteText(notes.map(withDay), text.notes);
  const result = (finding: Finding) => (
    <>
      <ResultCell result={finding.result} />
      <Box variant="small" display="block">
        {text.kindOf[finding.kind]}
      </Box>
    </>
  );
  const order = ({ transactionId, externalOrderId, merchantId, bankId }: Finding) => (
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
  if (isNarrow) {
    return [
      {
        id: 'result',
        header: text.result,
        isRowHeader: true,
        minWidth: 190,
        cell: (finding) => (
          <>
            {result(finding)}
            <Box>{order(finding)}</Box>
            <Box variant="small">{note(finding)}</Box>
          </>
        ),
      },
      {
        id: 'amounts',
        header: right(`${text.ourAmount} / ${text.bankAmount} / ${text.difference}`),
        cell: ({ ourAmount, bankAmount, difference }) => (
          <>
            {right(euros(ourAmount))}
            {right(euros(bankAmount))}
            <Box variant="strong">{right(signed(difference))}</Box>
          </>
        ),
      },
    ];
  }
  return [
    { id: 'result', header: text.result, isRowHeader: true, cell: result },
    { id: 'order', header: text.orderOrBankId, cell: order },
    { id: 'ours', header: right(text.ourAmount), cell: ({ ourAmount }) => right(euros(ourAmount)) },
    { id: 'bank', header: right(text.bankAmount), cell: ({ bankAmount }) => right(euros(bankAmount)) },
    { id: 'difference', header: right(text.difference), cell: ({ difference }) => right(signed(difference)) },
    {
      id: 'time',
      header: text.time,
      cell: ({ ourTime }) => (ourTime === null ? '–' : <Moment at={ourTime} form="brief" />),
    },
    { id: 'detail', header: text.detail, cell: note },
  ];
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
