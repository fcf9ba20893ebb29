import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { AuditReport } from '../../../functions/dashboard/finance-audit.ts';
import type { NotChecked } from '../../../functions/finance/audit/tally.ts';
import { useCall } from '../api/use-call.ts';
import { useFormat } from '../format/use-format.ts';
import { hrefOf } from '../shell/inner-links.ts';
import { EmptyState, Loading } from '../shell/states.tsx';
import { useText } from '../text/language.ts';
import { AUDIT_TEXT } from './audit-text.ts';

/** What the nightly audit found last: for staff. */
export function AuditPanel() {
  const text = useText(AUDIT_TEXT);
  const called = useCall('GET /finance/audit', {});
  return (
    <Container
      header={
        <Header variant="h2" description={text.describe}>
          {text.title}
        </Header>
      }
    >
      <Loading of={called}>
        {({ result }) => (result ? <Result result={result} /> : <EmptyState title={text.none} />)}
      </Loading>
    </Container>
  );
}

function Result({ result }: { result: NonNullable<AuditReport['result']> }) {
  const text = useText(AUDIT_TEXT);
  const format = useFormat();
  const { day, finishedAt, checked, violations, notChecked, byReason, listed } = result;
  const reasons = Object.entries(byReason) as [NotChecked, number][];
  // Green only where everything was checked.
  const type = violations > 0 ? 'error' : notChecked > 0 ? 'info' : 'success';
  return (
    <SpaceBetween size="s">
      <Alert
        type={type}
        header={text.result(format.count(checked), format.count(violations), format.count(notChecked))}
      >
        {text.finished(day, format.time(finishedAt))}
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
          columnDefinitions={[
            { id: 'kind', header: text.kind, cell: ({ kind }) => text.kinds[kind] },
            {
              id: 'transaction',
              header: text.transaction,
              cell: ({ transactionId }) => <Transaction id={transactionId} />,
            },
            { id: 'command', header: text.command, cell: ({ command }) => <Box variant="code">{command}</Box> },
          ]}
          {...(violations > listed.length && { footer: text.more(format.count(violations - listed.length)) })}
        />
      )}
    </SpaceBetween>
  );
}

function Transaction({ id }: { id: string | null }) {
  if (id === null) return '–';
  return <Link href={hrefOf(`/transactions/${encodeURIComponent(id)}`)}>{id}</Link>;
}
