import '../../lists/cells.css';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useFormat } from '../../i18n/language.ts';
import { Sum } from '../../lists/cells.tsx';
import { FindingsTable, ResultCell } from './findings-table.tsx';
import { useReconciliationTexts } from './reconciliation-texts.ts';
import { type KindRow, kindsOf, type Reconciled, unansweredOf, verdictOf } from './verdict.ts';

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
        {unreadable.length > 0 && <Box>{text.unreadable(unreadable)}</Box>}
        {linesLeftOut > 0 && <Box>{text.leftOut(linesLeftOut)}</Box>}
        {unusedColumns.length > 0 && <Box>{text.unusedColumns(unusedColumns)}</Box>}
      </Alert>
      <Sums report={report} />
      <FindingsTable findings={findings} day={day.date} />
    </SpaceBetween>
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
    <Container header={<Header variant="h2">{text.sums}</Header>}>
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
    </Container>
  );
}

/** How many of each result, with what it means. */
function Kinds({ findings }: { findings: Reconciled['findings'] }) {
  const text = useReconciliationTexts();
  const format = useFormat();
  const rows = kindsOf(findings);
  if (rows.length === 0) return null;
  const right = (content: string) => <Sum>{content}</Sum>;
  const columns: TableProps.ColumnDefinition<KindRow>[] = [
    {
      id: 'result',
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
    { id: 'count', header: right(text.count), cell: ({ count }) => right(format.count(count)) },
    {
      id: 'difference',
      header: right(text.difference),
      cell: ({ difference }) => right(difference === null ? text.unknown : format.euros(difference)),
    },
  ];
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
