import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import type { AuditNight } from '../../../../functions/dashboard/finance/audit.ts';
import type { NotChecked } from '../../../../functions/finance/audit/tally.ts';
import { useCall } from '../../api/use-call.ts';
import { Command } from '../../components/code-block.tsx';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { EmptyState, Loading } from '../../components/states.tsx';
import { audit as en } from '../../i18n/en/audit.ts';
import { useFormat, useTextOf } from '../../i18n/language.ts';
import { audit as pt } from '../../i18n/pt/audit.ts';
import { useColumns } from '../../lists/columns.tsx';

const TEXTS = { en, pt };

/** What the nightly audit found last, and the nights before with violations: for staff. */
export function AuditPanel() {
  const text = useTextOf(TEXTS);
  const called = useCall('GET /finance/audit', {});
  return (
    <Panel title={text.title} description={text.describe}>
      <Loading of={called}>
        {({ result, earlier }) => (
          <SpaceBetween size="l">
            {result ? <Night of={result} /> : <EmptyState title={text.none} />}
            {earlier.length > 0 && <Header variant="h3">{text.earlier}</Header>}
            {earlier.map((night) => (
              <Night key={night.day} of={night} />
            ))}
          </SpaceBetween>
        )}
      </Loading>
    </Panel>
  );
}

function Night({ of: night }: { of: AuditNight }) {
  const text = useTextOf(TEXTS);
  const format = useFormat();
  const { day, finishedAt, checked, payments, violations, notChecked, byReason, listed } = night;
  const reasons = Object.entries(byReason) as [NotChecked, number][];
  // Green only where everything was checked.
  const type = violations > 0 ? 'error' : notChecked > 0 ? 'info' : 'success';
  const columns: TableProps.ColumnDefinition<AuditNight['listed'][number]>[] = useColumns(
    {
      kind: { header: text.kind, isRowHeader: true, cell: ({ kind }) => text.kinds[kind] },
      transaction: { header: text.transaction, cell: ({ transactionId }) => <Transaction id={transactionId} /> },
      merchant: {
        header: text.merchant,
        cell: ({ merchantId }) => merchantId !== null && <Breaking>{merchantId}</Breaking>,
      },
      detail: { header: text.detail, minWidth: 220, cell: ({ detail }) => <Breaking>{detail}</Breaking> },
      command: {
        header: text.command,
        minWidth: 240,
        cell: ({ command }) => (
          <Breaking>
            <Command of={command} />
          </Breaking>
        ),
      },
    },
    [{ of: 'kind', lines: [['kind', 'strong'], 'transaction', 'merchant', 'detail', 'command'] }],
  );
  const [checkedText, paidText] = [format.count(checked), format.count(payments)];
  return (
    <SpaceBetween size="s">
      <Alert
        type={type}
        header={text.result(checkedText, paidText, format.count(violations), format.count(notChecked))}
      >
        {text.finished(format.day(day), format.time(finishedAt))}
        {reasons.map(([reason, count]) => (
          <Box key={reason} variant="small" display="block">
            {text.reasons[reason]}: {format.count(count)}
          </Box>
        ))}
      </Alert>
      {listed.length > 0 && (
        <Table
          variant="embedded"
          items={listed}
          wrapLines
          enableKeyboardNavigation
          ariaLabels={{ tableLabel: `${text.title}, ${format.day(day)}` }}
          columnDefinitions={columns}
          {...(violations > listed.length && { footer: text.more(format.count(violations - listed.length)) })}
        />
      )}
    </SpaceBetween>
  );
}

function Transaction({ id }: { id: string | null }) {
  if (id === null) return '–';
  return (
    <Breaking>
      <Link href={hrefOf(`/transactions/${encodeURIComponent(id)}`)}>{id}</Link>
    </Breaking>
  );
}

/** Lets ids and commands wrap anywhere, so that five columns fit a desktop window. */
function Breaking({ children }: { children: ReactNode }) {
  return <span className="long-value">{children}</span>;
}
