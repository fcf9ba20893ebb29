import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { AuditRow } from '../../../../functions/dashboard/accounts/history.ts';
import type { AccountStatus } from '../../../../functions/merchants/accounts/merchant.ts';
import { ACCOUNT_TONES } from '../../accounts/account-decisions.ts';
import { type Called, useCall } from '../../api/use-call.ts';
import { CopyableValue } from '../../components/copy-button.tsx';
import { NotFoundPage, Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyState, isAnswered, Loading } from '../../components/states.tsx';
import { Support } from '../../components/support.tsx';
import { useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { useMe, useSignedIn } from '../../session/session-context.ts';
import { CompanySection } from './company-section.tsx';
import { AuditList } from './history-list.tsx';
import { useAudit } from './use-history.ts';
import { accountWords } from './words.ts';

/** The merchant's own account: what it is, its company, what was decided on it, and its audit. */
export function AccountPage() {
  const { merchant } = useMe();
  const text = useWords(accountWords);
  const decided = useCall('GET /me/account', merchant && { merchantId: merchant.merchantId });
  const [saves, setSaves] = useState(0);
  if (!merchant) return <NotFoundPage />;
  return (
    <Page title={text.title} description={text.description}>
      <SpaceBetween size="l">
        <Facts {...merchant} />
        <CompanySection of={decided} status={merchant.status} onSaved={() => setSaves(saves + 1)} />
        {isAnswered(decided) && <Decisions of={decided} />}
        {isAnswered(decided) && <History key={saves} />}
      </SpaceBetween>
    </Page>
  );
}

function Facts({ merchantId, name, status }: { merchantId: string; name: string; status: AccountStatus }) {
  const text = useWords(accountWords);
  const { email, userId } = useMe();
  return (
    <Container>
      <SpaceBetween size="m">
        <div>
          <Box variant="awsui-key-label">{text.status}</Box>
          <StatusIndicator type={ACCOUNT_TONES[status]}>{text.statuses[status]}</StatusIndicator>
          <Box color="text-body-secondary">
            {text.meaning[status]}
            {status === 'refused' && <Support />}
          </Box>
        </div>
        {status === 'pending' && <Approval />}
        <KeyValuePairs
          columns={3}
          items={[
            { label: text.name, value: name },
            { label: text.merchantId, value: <CopyableValue value={merchantId} what={text.merchantId} /> },
            { label: text.email, value: <span className="long-value">{email ?? userId}</span> },
          ]}
        />
      </SpaceBetween>
    </Container>
  );
}

/** What a pending account waits for. */
function Approval() {
  const text = useWords(accountWords);
  const { approvalDays } = useSignedIn().config;
  return (
    <div>
      <Box variant="awsui-key-label">{text.approvalNeeds}</Box>
      <Box>
        {text.approvalNeedsWhat}
        <Support />
      </Box>
      <Box variant="awsui-key-label" margin={{ top: 's' }}>
        {text.approvalTime}
      </Box>
      <Box>{approvalDays === undefined ? text.approvalTimeUnknown : text.approvalWithin(approvalDays)}</Box>
    </div>
  );
}

const isDecision = ({ action }: AuditRow) => action === 'account.status';

function Decisions({ of: decided }: { of: Called<'GET /me/account'> }) {
  const text = useWords(accountWords);
  return (
    <Panel title={text.decisions}>
      <Loading
        of={decided}
        isEmpty={({ history }) => !history.some(isDecision)}
        empty={<EmptyState title={text.noDecisions} />}
      >
        {({ history, isComplete }) => (
          <SpaceBetween size="s">
            <AuditList entries={history.filter(isDecision)} />
            {!isComplete && <Box color="text-body-secondary">{text.newestOnly}</Box>}
          </SpaceBetween>
        )}
      </Loading>
    </Panel>
  );
}

function History() {
  const text = useWords(accountWords);
  const { loadMore: more } = useWords(commonWords);
  const audit = useAudit();
  const { error, isLoading, hasMore, loadMore } = audit;
  return (
    <Panel title={text.history} description={text.historyWhat}>
      <SpaceBetween size="m">
        <Loading of={audit} isEmpty={(entries) => entries.length === 0} empty={<EmptyState title={text.noHistory} />}>
          {(entries) => <AuditList entries={entries} />}
        </Loading>
        {hasMore && !error && (
          <Button loading={isLoading} onClick={loadMore}>
            {more}
          </Button>
        )}
      </SpaceBetween>
    </Panel>
  );
}
