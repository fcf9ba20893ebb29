import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { Days } from '../../../../functions/finance/bank-file/compare.ts';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { Sum } from '../../lists/cells.tsx';
import { differencesIn, type Finding, sumsOf } from './comparison.ts';
import { DifferencesTable } from './differences-table.tsx';
import { reconciliationWords } from './words.ts';

interface ComparisonReportProps {
  findings: readonly Finding[];
  account: string;
  days: Days;
}

/** What came of comparing: whether the sides agree, the sums of both, and each difference. */
export function ComparisonReport({ findings, account, days }: ComparisonReportProps) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  const differences = differencesIn(findings);
  const { length } = differences;
  return (
    <SpaceBetween size="l">
      <Alert
        type={length > 0 ? 'warning' : 'success'}
        header={length > 0 ? text.differs(format.count(length), length === 1) : text.agrees}
      >
        {text.compared(account, format.day(days.from), format.day(days.to))}{' '}
        {text.matched(format.count(findings.length - length))}
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
  const euros = (cents: number) => format.euros(cents / 100);
  const isOff = bank.fees !== null && bank.net !== null && bank.received - bank.returned - bank.fees !== bank.net;
  const rows = [
    { name: text.received, ours: euros(ours.received), bank: euros(bank.received) },
    { name: text.returned, ours: euros(ours.returned), bank: euros(bank.returned) },
    { name: text.balance, ours: euros(ours.received - ours.returned), bank: euros(bank.received - bank.returned) },
    // Of a file that states them.
    ...(bank.fees === null ? [] : [{ name: text.fees, ours: '–', bank: euros(bank.fees) }]),
    ...(bank.net === null ? [] : [{ name: text.net, ours: '–', bank: euros(bank.net) }]),
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
      </SpaceBetween>
    </Panel>
  );
}
