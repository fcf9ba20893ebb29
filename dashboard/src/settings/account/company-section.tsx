import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useState } from 'react';
import type { AccountStatus } from '../../../../functions/merchants/accounts/merchant.ts';
import type { Called } from '../../api/use-call.ts';
import { Panel } from '../../components/panel.tsx';
import { Loading } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { useSignedIn } from '../../session/session-context.ts';
import { CompanyForm } from './company-form.tsx';
import { useCompanyItems } from './company-items.tsx';
import { companyWords } from './company-words.ts';

interface CompanySectionProps {
  of: Called<'GET /me/account'>;
  status: AccountStatus;
  onSaved: () => void;
}

/** The company behind the account. A pending account is asked for it; any but a refused one may change it. */
export function CompanySection({ of: answered, status, onSaved }: CompanySectionProps) {
  const text = useWords(companyWords);
  const { reloadMe } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const company = answered.data?.company ?? null;
  const isAsked = isOpen || (status === 'pending' && company === null);
  const items = useCompanyItems(company);
  const canChange = answered.data !== undefined && !isAsked && status !== 'refused';
  const close = (isSaved: boolean) => {
    setOpen(false);
    if (!isSaved) return;
    answered.reload();
    reloadMe();
    onSaved();
  };
  return (
    <Panel
      title={text.title}
      description={text.what}
      actions={canChange && <Button onClick={() => setOpen(true)}>{text.change}</Button>}
    >
      <Loading of={answered}>
        {() =>
          isAsked ? <CompanyForm company={company} onClose={close} /> : <KeyValuePairs columns={3} items={items} />
        }
      </Loading>
    </Panel>
  );
}
