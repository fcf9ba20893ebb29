import '../../lists/cells.css';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { Result } from '../../../../functions/finance/reconciliation/finding.ts';
import type { Answer } from '../../api/client.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { Sum } from '../../lists/cells.tsx';
import { FindingsTable, ResultCell } from './findings-table.tsx';

export type Reconciled = Answer<'POST /finance/reconciliation'>;
type CountAndAmount = Reconciled['agreements'];

/** What came of comparing a day: whether it agrees, the sums of both sides, and everything one by one. */
export function ReconciliationReport({ report }: { report: Reconciled }) {
  const text = useText('reconciliation');
  const format = useFormat();
  const { agrees, oneSided, findings, linesLeftOut, unreadable, unusedColumns, notChecked, day } = report;
  const differences = Object.values(report.differences).reduce((count, sum) => count + sum.count, 0);
  const isIncomplete = unreadable.length > 0;
  const isEmpty = findings.length === 0 && !isIncomplete;
  const header = isEmpty
    ? text.nothing
    : agrees
      ? oneSided
        ? text.agreesOneSided
        : notChecked.count > 0
          ? text.agreesInPart
          : text.agrees
      : isIncomplete && differences === 0
        ? text.incomplete
        : text.differs(differences);
  return (
    <SpaceBetween size="l">
      <Alert type={isEmpty ? 'info' : agrees ? 'success' : 'warning'} header={`${format.day(day.date)}: ${header}`}>
        {oneSided && (
          <>
            <Box variant="strong">{text.oneSidedTitle}.</Box> {text.oneSided}
          </>
        )}
        {isIncomplete && <Box>{text.unreadable(unreadable)}</Box>}
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
  ours: string;
  bank: string;
}

function Sums({ report }: { report: Reconciled }) {
  const text = useText('reconciliation');
  const format = useFormat();
  const { ours, bank } = report;
  const sum = (of?: CountAndAmount) => (of ? `${format.euros(of.amount)} (${format.count(of.count)})` : '–');
  const single = (euros: number | null | undefined) =>
    bank === null ? '–' : euros === null || euros === undefined ? text.unknown : format.euros(euros);
  const rows: SumRow[] = [
    { name: text.payments, ours: sum(ours.payments), bank: sum(bank?.payments) },
    { name: text.refunds, ours: sum(ours.refunds), bank: sum(bank?.refunds) },
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
            { id: 'name', header: text.what, isRowHeader: true, cell: ({ name }) => name },
            { id: 'ours', header: right(text.ours), cell: (row) => right(row.ours) },
            { id: 'bank', header: right(text.bank), cell: (row) => right(row.bank) },
          ]}
        />
        <Kinds report={report} />
      </SpaceBetween>
    </Container>
  );
}

interface KindRow {
  kind: Result;
  count: number;
  /** In EUR; null where it is not known. */
  difference: number | null;
}

/** How many of each result, with what it means. */
function Kinds({ report }: { report: Reconciled }) {
  const text = useText('reconciliation');
  const format = useFormat();
  const rows: KindRow[] = [
    ...Object.entries(report.differences).map(([kind, of]) => ({ kind: kind as Result, ...of })),
    { kind: 'not-checked' as const, count: report.notChecked.count, difference: null },
    { kind: 'timing' as const, count: report.timing.count, difference: 0 },
    { kind: 'agrees' as const, count: report.agreements.count, difference: 0 },
  ].filter(({ count }) => count > 0);
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
