import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Account } from '../../../../functions/dashboard/accounts/account.ts';
import { ACCOUNT_TONES } from '../../accounts/account-decisions.ts';
import { accountWords } from '../../accounts/words.ts';
import { useCall } from '../../api/use-call.ts';
import { CopyableValue } from '../../components/copy-button.tsx';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { isAnswered, Loading } from '../../components/states.tsx';
import { Support } from '../../components/support.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { useMe, useSignedIn } from '../../session/session-context.ts';

/** The status and what it means, the id, and for whom it is: the merchant itself, or text. */
export function AccountFacts({ account, isOwn }: { account: Account; isOwn: boolean }) {
  const text = useWords(accountWords);
  const { merchantId, status } = account;
  const ofMerchant = `merchant=${encodeURIComponent(merchantId)}`;
  const items = useItems(account, isOwn);
  return (
    <Panel
      title={text.details}
      actions={
        !isOwn && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button href={hrefOf(`/transactions?${ofMerchant}`)}>{text.transactions}</Button>
            <Button href={hrefOf(`/finance/undelivered?${ofMerchant}`)}>{text.undelivered}</Button>
          </SpaceBetween>
        )
      }
    >
      <SpaceBetween size="m">
        <div>
          <Box variant="awsui-key-label">{text.statusHeading}</Box>
          <StatusIndicator type={ACCOUNT_TONES[status]}>{text.status[status]}</StatusIndicator>
          <Box color="text-body-secondary">{text.means[status]}</Box>
        </div>
        {isOwn && status === 'pending' && <Approval />}
        <KeyValuePairs columns={3} minColumnWidth={200} items={items} />
      </SpaceBetween>
    </Panel>
  );
}

/** What a pending account waits for. */
function Approval() {
  const text = useWords(accountWords);
  const { approvalDays } = useSignedIn().config;
  const needs = (
    <>
      {text.approvalNeedsWhat}
      <Support />
    </>
  );
  const time = approvalDays === undefined ? text.approvalTimeUnknown : text.approvalWithin(approvalDays);
  return (
    <KeyValuePairs
      items={[
        { label: text.approvalNeeds, value: needs },
        { label: text.approvalTime, value: time },
      ]}
    />
  );
}

function useItems({ merchantId, name, createdAt, bankAccount, webhookUrl, webhookEnabled }: Account, isOwn: boolean) {
  const text = useWords(accountWords);
  const { email, userId } = useMe();
  const format = useFormat();
  const keys = useCall('GET /me/api-keys', isOwn ? null : { merchantId });
  const id = { label: text.merchantId, value: <CopyableValue value={merchantId} what={text.merchantId} /> };
  const long = (value: string) => <span className="long-value">{value}</span>;
  if (isOwn) return [id, { label: text.name, value: name }, { label: text.email, value: long(email ?? userId) }];
  const used = (at: string | null) => (at === null ? text.keyUnused : text.keyUsed(format.time(at)));
  const webhooks = (
    <>
      {webhookEnabled ? text.webhookOn : text.webhookOff}
      <div>{webhookUrl === null ? text.webhookNone : long(webhookUrl)}</div>
    </>
  );
  const keyLines = isAnswered(keys) && (
    <Loading of={keys}>
      {(listed) =>
        listed.keys.map(({ which, lastUsedAt }) => (
          <div key={which}>
            {text.keyOf[which]}: {used(lastUsedAt)}
          </div>
        ))
      }
    </Loading>
  );
  return [
    id,
    { label: text.created, value: <Moment at={createdAt} /> },
    { label: text.bankAccount, value: bankAccount },
    { label: text.webhooks, value: webhooks },
    { label: text.keys, value: keyLines },
  ];
}
