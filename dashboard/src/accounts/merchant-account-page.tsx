import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { AccountRow } from '../../../functions/dashboard/api.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import type { Answer } from '../api/client.ts';
import { useCall } from '../api/use-call.ts';
import { CopyableValue } from '../components/copy-button.tsx';
import { hrefOf } from '../components/inner-links.ts';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { Loading, LoadingValue } from '../components/states.tsx';
import { useFormat, useWords } from '../i18n/language.ts';
import { Moment } from '../lists/cells.tsx';
import { hasRole, useMe } from '../session/session-context.ts';
import { useCompanyItems } from '../settings/account/company-items.tsx';
import { ACCOUNT_TONES, DECISIONS, type Decision } from './account-decisions.ts';
import { AccountHistory } from './account-history.tsx';
import { accountTitle } from './account-title.ts';
import { DecideModal } from './decide-modal.tsx';
import { useMerchants } from './merchants.tsx';
import { accountsWords } from './words.ts';

/** One account: what it is, what was decided of it, and for operators what can be. */
export function MerchantAccountPage() {
  const { id = '' } = useParams<{ id: string }>();
  return <OfMerchant key={id} merchantId={id} />;
}

function OfMerchant({ merchantId }: { merchantId: string }) {
  const text = useWords(accountsWords);
  const me = useMe();
  const called = useCall('GET /me/account', { merchantId });
  const row = useMerchants().find((each) => each.merchantId === merchantId);
  const [deciding, setDeciding] = useState<{ to: Decision; label: string }>();
  const { data, reload } = called;
  const company = data?.company ?? row?.company ?? null;
  const title = row ? accountTitle({ ...row, company }) : company?.name;
  // Below the company, and so not where the name is the title.
  const name = company ? row?.name : undefined;
  const isOperator = hasRole(me, 'operator');
  const isReadOnly = data !== undefined && !isOperator;
  return (
    <Page
      title={title ?? text.account}
      crumbs={[{ text: text.title, path: '/accounts' }]}
      description={
        (name !== undefined || isReadOnly) && (
          <>
            {name && <span className="note">{name}</span>}
            {isReadOnly && <div>{text.readOnly}</div>}
          </>
        )
      }
      actions={
        isOperator &&
        data && (
          <SpaceBetween direction="horizontal" size="xs">
            {DECISIONS[data.status].map(({ to, name: verb }, index) => (
              <Button
                key={to}
                variant={index === 0 && to === 'active' ? 'primary' : 'normal'}
                onClick={() => setDeciding({ to, label: text[verb] })}
              >
                {text[verb]}
              </Button>
            ))}
          </SpaceBetween>
        )
      }
    >
      <Loading of={called}>
        {(account) => (
          <SpaceBetween size="l">
            <Facts merchantId={merchantId} row={row} account={account} />
            <AccountHistory history={account.history} isComplete={account.isComplete} />
          </SpaceBetween>
        )}
      </Loading>
      {deciding && (
        <DecideModal
          merchantId={merchantId}
          title={title ?? merchantId}
          name={name}
          company={data?.company ?? null}
          {...deciding}
          onClose={() => setDeciding(undefined)}
          onDone={() => {
            setDeciding(undefined);
            reload();
          }}
        />
      )}
    </Page>
  );
}

interface FactsProps {
  merchantId: string;
  /** Undefined while it is not known, or where there are too many accounts to have it at hand. */
  row: AccountRow | undefined;
  account: Answer<'GET /me/account'>;
}

function Facts({ merchantId, row, account }: FactsProps) {
  const text = useWords(accountsWords);
  const format = useFormat();
  const settings = useCall('GET /me/webhook', { merchantId });
  const keys = useCall('GET /me/api-keys', { merchantId });
  const company = useCompanyItems(account.company);
  const used = (at: string | null) => (at === null ? text.keyUnused : text.keyUsed(format.time(at)));
  return (
    <Panel
      title={text.details}
      description={text.means[account.status]}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button href={hrefOf(`/transactions?merchant=${encodeURIComponent(merchantId)}`)}>{text.transactions}</Button>
          <Button href={hrefOf(`/finance/unnotified?merchant=${encodeURIComponent(merchantId)}`)}>
            {text.unnotified}
          </Button>
        </SpaceBetween>
      }
    >
      <KeyValuePairs
        columns={3}
        minColumnWidth={200}
        items={[
          ...company,
          { label: text.statusHeading, value: <AccountStatusCell status={account.status} /> },
          { label: text.merchantId, value: <CopyableValue value={merchantId} what={text.merchantId} /> },
          { label: text.created, value: row ? <Moment at={row.createdAt} /> : '–' },
          { label: text.bankAccount, value: row?.bankAccount ?? '–' },
          {
            label: text.webhooks,
            value: (
              <LoadingValue of={settings} what={text.webhooks}>
                {({ enabled, url }) => (
                  <>
                    {enabled ? text.webhookOn : text.webhookOff}
                    {url === null ? <div>{text.webhookNone}</div> : <div className="long-value">{url}</div>}
                  </>
                )}
              </LoadingValue>
            ),
          },
          {
            label: text.keys,
            value: (
              <LoadingValue of={keys} what={text.keys}>
                {(listed) =>
                  listed.keys.map(({ which, lastUsedAt }) => (
                    <div key={which}>
                      {text.keyOf[which]}: {used(lastUsedAt)}
                    </div>
                  ))
                }
              </LoadingValue>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function AccountStatusCell({ status }: { status: AccountStatus }) {
  const text = useWords(accountsWords);
  return <StatusIndicator type={ACCOUNT_TONES[status]}>{text.status[status]}</StatusIndicator>;
}
