import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { Days } from '../../../../functions/finance/bank-file/compare.ts';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { Sum } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { type Finding, type ResultRow, resultRows, sumsOf } from './comparison.ts';
import { DifferencesTable, ResultCell } from './differences-table.tsx';
import { reconciliationWords } from './words.ts';

interface ComparisonReportProps {
  findings: readonly Finding[];
  account: string;
  days: Days;
}

/** What came of comparing: whether the sides agree, the sums of both, the five results, and each difference. */
export function ComparisonReport({ findings, account, days }: ComparisonReportProps) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  const differences = findings.filter(({ result }) => result !== 'matched');
  return (
    <SpaceBetween size="l">
      <Alert
        type={differences.length > 0 ? 'warning' : 'success'}
        header={
          differences.length > 0
            ? text.differs(format.count(differences.length), differences.length === 1)
            : text.agrees
        }
      >
        {text.compared(account, format.day(days.from), format.day(days.to))}
      </Alert>
      <SumsPanel findings={findings} />
      <DifferencesTable differences={differences} name={`reconciliation-${account}-${days.from}-${days.to}.csv`} />
    </SpaceBetween>
  );
}

function SumsPanel({ findings }: { findings: readonly Finding[] }) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  const { ours, bank } = sumsOf(findings);
  const euros = (cents: number | null) => (cents === null ? text.unknown : format.euros(cents / 100));
  const isOff = bank.fees !== null && bank.net !== null && bank.received - bank.returned - bank.fees !== bank.net;
  const rows = [
    { name: text.received, ours: euros(ours.received), bank: euros(bank.received) },
    { name: text.returned, ours: euros(ours.returned), bank: euros(bank.returned) },
    { name: text.balance, ours: euros(ours.received - ours.returned), bank: euros(bank.received - bank.returned) },
    { name: text.fees, ours: '–', bank: euros(bank.fees) },
    { name: text.net, ours: '–', bank: euros(bank.net) },
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
            { id: 'name', header: text.what, isRowHeader: true, cell: ({ name }) => name },
            { id: 'ours', header: right(text.ours), cell: (row) => right(row.ours) },
            { id: 'bank', header: right(text.bank), cell: (row) => right(row.bank) },
          ]}
        />
        {isOff && <Alert type="warning">{text.netIsOff}</Alert>}
        <Results findings={findings} />
      </SpaceBetween>
    </Panel>
  );
}

function Results({ findings }: { findings: readonly Finding[] }) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  const columns: TableProps.ColumnDefinition<ResultRow>[] = useColumns(
    {
      result: {
        header: text.result,
        isRowHeader: true,
        minWidth: 150,
        cell: ({ result, count }) => (
          <>
            <ResultCell result={result} isNone={count === 0} />
            <Box variant="small" display="block">
              {text.means[result]}
            </Box>
          </>
        ),
      },
      count: { header: text.count, isSum: true, cell: ({ count }) => format.count(count) },
      ours: { header: text.ours, isSum: true, cell: ({ ours }) => format.euros(ours / 100) },
      bank: { header: text.bank, isSum: true, cell: ({ bank }) => format.euros(bank / 100) },
    },
    [
      'result',
      {
        of: 'count',
        header: `${text.count} / ${text.ours} / ${text.bank}`,
        isSum: true,
        lines: ['count', 'ours', 'bank'],
      },
    ],
  );
  return (
    <Table
      variant="embedded"
      items={resultRows(findings)}
      trackBy="result"
      wrapLines
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: text.result }}
      columnDefinitions={columns}
    />
  );
}
