import '../../lists/cells.css';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat } from '../../i18n/language.ts';
import { Sum } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { withFinanceQuery } from '../finance-query.ts';
import { FindingsTable, ResultCell } from './findings-table.tsx';
import { useReconciliationTexts } from './reconciliation-texts.ts';
import { hasRefundsNotCompared, type KindRow, kindsOf, type Reconciled, unansweredOf, verdictOf } from './verdict.ts';

type CountAndAmount = Reconciled['agreements'];

interface ReconciliationReportProps {
  report: Reconciled;
  isRunning: boolean;
  /** Queries the bank again about these. */
  onRecheck: (transactionIds: string[]) => void;
}

/** What came of comparing a day: whether it agrees, the sums of both sides, and everything one by one. */
export function ReconciliationReport({ report, isRunning, onRecheck }: ReconciliationReportProps) {
  const text = useReconciliationTexts();
  const format = useFormat();
  const { oneSided, findings, linesLeftOut, unreadable, unusedColumns, day } = report;
  const { type, sentence } = verdictOf(report, text);
  const unanswered = unansweredOf(findings);
  return (
    <SpaceBetween size="l">
      <Alert
        type={type}
        header={`${format.day(day.date)}: ${sentence}`}
        action={
          unanswered.length > 0 && (
            <Button loading={isRunning} onClick={() => onRecheck(unanswered)}>
              {text.recheck(unanswered.length)}
            </Button>
          )
        }
      >
        {unanswered.length > 0 && <Box>{text.unansweredMeans}</Box>}
        {oneSided && (
          <>
            <Box variant="strong">{text.oneSidedTitle}.</Box> {text.oneSided}
          </>
        )}
        <RefundsNotCompared report={report} />
        {unreadable.length > 0 && <Box>{text.unreadable(unreadable)}</Box>}
        {linesLeftOut > 0 && <Box>{text.leftOut(linesLeftOut)}</Box>}
        {unusedColumns.length > 0 && <Box>{text.unusedColumns(unusedColumns)}</Box>}
      </Alert>
      <Sums report={report} />
      <FindingsTable
        findings={findings}
        day={day.date}
        empty={
          hasRefundsNotCompared(report) ? (
            <Box textAlign="center">
              <RefundsNotCompared report={report} />
            </Box>
          ) : (
            <EmptyState title={text.noFindings} />
          )
        }
      />
    </SpaceBetween>
  );
}

/** Without the bank's file no refund is compared; the page of refunds has them one by one. */
function RefundsNotCompared({ report }: { report: Reconciled }) {
  const text = useReconciliationTexts();
  const format = useFormat();
  if (!hasRefundsNotCompared(report)) return null;
  const { day, merchantId, ours } = report;
  const days = { from: day.date, to: day.date };
  const query = withFinanceQuery(new URLSearchParams(), { merchantId: merchantId ?? '', days });
  return (
    <Box>
      {text.refundsNotCompared(ours.refunds.count, format.euros(ours.refunds.amount))}{' '}
      <Link href={hrefOf(`/finance/refunds?${query}`)}>{text.viewRefunds}</Link>
    </Box>
  );
}

interface SumRow {
  name: string;
  hint?: string;
  ours: string;
  bank: string;
}

function Sums({ report }: { report: Reconciled }) {
  const text = useReconciliationTexts();
  const format = useFormat();
  const { ours, bank } = report;
  const sum = (of?: CountAndAmount) => (of ? `${format.euros(of.amount)} (${format.count(of.count)})` : '–');
  const single = (euros: number | null | undefined) =>
    bank === null ? '–' : euros === null || euros === undefined ? text.unknown : format.euros(euros);
  const rows: SumRow[] = [
    { name: text.payments, ours: sum(ours.payments), bank: sum(bank?.payments) },
    { name: text.refunds, hint: text.refundsHint, ours: sum(ours.refunds), bank: sum(bank?.refunds) },
    { name: text.fee, ours: '–', bank: single(bank?.fee) },
    { name: text.net, ours: '–', bank: single(bank?.net) },
  ];
  const right = (content: string) => <Sum>{content}</Sum>;
  return (
    <Panel title={text.sums}>
      <SpaceBetween size="m">
        <Table
          variant="embedded"
          items={rows}
          trackBy="name"
          wrapLines
          enableKeyboardNavigation
          ariaLabels={{ tableLabel: text.sums }}
          columnDefinitions={[
            {
              id: 'name',
              header: text.what,
              isRowHeader: true,
              cell: ({ name, hint }) => (
                <>
                  {name}
                  {hint !== undefined && (
                    <Box variant="small" display="block">
                      {hint}
                    </Box>
                  )}
                </>
              ),
            },
            { id: 'ours', header: right(text.ours), cell: (row) => right(row.ours) },
            { id: 'bank', header: right(text.bank), cell: (row) => right(row.bank) },
          ]}
        />
        <Kinds findings={report.findings} />
      </SpaceBetween>
    </Panel>
  );
}

/** How many of each result, with what it means. */
function Kinds({ findings }: { findings: Reconciled['findings'] }) {
  const text = useReconciliationTexts();
  const format = useFormat();
  const columns: TableProps.ColumnDefinition<KindRow>[] = useColumns(
    {
      result: {
        header: text.result,
        isRowHeader: true,
        minWidth: 150,
        cell: ({ kind }) => (
          <>
            <ResultCell result={kind} />
            <Box variant="small" display="block">
              {text.means[kind]}
            </Box>
          </>
        ),
      },
      count: { header: text.count, isSum: true, cell: ({ count }) => format.count(count) },
      difference: {
        header: text.difference,
        isSum: true,
        cell: ({ difference }) => (difference === null ? text.unknown : format.euros(difference)),
      },
    },
    [
      'result',
      { of: 'count', header: `${text.count} / ${text.difference}`, isSum: true, lines: ['count', 'difference'] },
    ],
  );
  const rows = kindsOf(findings);
  if (rows.length === 0) return null;
  return (
    <Table
      variant="embedded"
      items={rows}
      trackBy="kind"
      wrapLines
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: text.result }}
      columnDefinitions={columns}
    />
  );
}
