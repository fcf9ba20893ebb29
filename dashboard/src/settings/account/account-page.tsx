import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { Account } from '../../../../functions/dashboard/accounts/account.ts';
import { DECISIONS } from '../../../../functions/merchants/accounts/account-decisions.ts';
import { decisionName } from '../../accounts/account-decisions.ts';
import { accountTitle } from '../../accounts/account-title.ts';
import { DecideModal, type DecideModalProps } from '../../accounts/decide-modal.tsx';
import { accountWords } from '../../accounts/words.ts';
import { useCall } from '../../api/use-call.ts';
import { NotFoundPage, Page } from '../../components/page.tsx';
import { isAnswered, Loading } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { useList } from '../../lists/use-list.ts';
import { hasRole, useMe, useSignedIn } from '../../session/session-context.ts';
import { AccountFacts } from './account-facts.tsx';
import { AccountHistory } from './account-history.tsx';
import { CompanySection } from './company-section.tsx';
import { MailSection } from './mail-section.tsx';

/** The merchant's own account. */
export function AccountPage() {
  const { merchant } = useMe();
  return merchant ? <OfMerchant merchantId={merchant.merchantId} isOwn /> : <NotFoundPage />;
}

/** Any account, for staff. */
export function MerchantAccountPage() {
  const { id = '' } = useParams<{ id: string }>();
  return <OfMerchant key={id} merchantId={id} />;
}

/** One account: what it is, its company, and its history; for operators what can be decided of it. */
function OfMerchant({ merchantId, isOwn = false }: { merchantId: string; isOwn?: boolean }) {
  const text = useWords(accountWords);
  const { me, config, reloadMe } = useSignedIn();
  const called = useCall('GET /me/account', { merchantId });
  const history = useList('POST /me/history/search', { merchantId });
  const { data } = called;
  const reload = () => {
    called.reload();
    history.reload();
    if (isOwn) reloadMe();
  };
  const name = data?.company && data.name;
  const isReadOnly = !isOwn && !hasRole(me, 'operator');
  return (
    <Page
      title={isOwn || !data ? text.title : accountTitle(data)}
      back={isOwn ? undefined : { text: text.accounts, path: '/accounts' }}
      description={
        isOwn ? (
          text.description
        ) : (
          <>
            {name && <span className="note">{name}</span>}
            {isReadOnly && <div>{text.readOnly}</div>}
          </>
        )
      }
      actions={!isOwn && !isReadOnly && data && <Decisions account={data} onDone={reload} />}
    >
      <Loading of={called}>
        {(account) => (
          <SpaceBetween size="l">
            <AccountFacts account={account} isOwn={isOwn} />
            <CompanySection account={account} isOwn={isOwn} onSaved={reload} />
            {isOwn && config.hasMail && <MailSection account={account} onSaved={reload} />}
          </SpaceBetween>
        )}
      </Loading>
      {isAnswered(called) && <AccountHistory list={history} />}
    </Page>
  );
}

function Decisions({ account, onDone }: { account: Account; onDone: () => void }) {
  const text = useWords(accountWords);
  const [deciding, setDeciding] = useState<Pick<DecideModalProps, 'to' | 'label'>>();
  const close = () => setDeciding(undefined);
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {DECISIONS[account.status].map((to) => {
        const label = text[decisionName(account.status, to)];
        return (
          <Button key={to} variant={to === 'active' ? 'primary' : 'normal'} onClick={() => setDeciding({ to, label })}>
            {label}
          </Button>
        );
      })}
      {deciding && (
        <DecideModal
          account={account}
          {...deciding}
          onClose={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </SpaceBetween>
  );
}
