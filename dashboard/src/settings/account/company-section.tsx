import '../../lists/cells.css';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useState } from 'react';
import type { Account } from '../../../../functions/dashboard/accounts/account.ts';
import type { Company } from '../../../../functions/merchants/accounts/company.ts';
import { Panel } from '../../components/panel.tsx';
import { useWords } from '../../i18n/language.ts';
import { Small } from '../../lists/cells.tsx';
import { CompanyForm } from './company-form.tsx';
import { companyWords } from './company-words.ts';

interface CompanySectionProps {
  account: Account;
  isOwn: boolean;
  onSaved: () => void;
}

/** The company behind the account. A pending merchant is asked for it; any but a refused one may change its own. */
export function CompanySection({ account: { company, status }, isOwn, onSaved }: CompanySectionProps) {
  const text = useWords(companyWords);
  const [isOpen, setOpen] = useState(false);
  const isAsked = isOwn && (isOpen || (status === 'pending' && company === null));
  const canChange = isOwn && !isAsked && status !== 'refused';
  const close = (isSaved: boolean) => {
    setOpen(false);
    if (isSaved) onSaved();
  };
  const shown = (name: keyof Company) => <span className="note">{company?.[name] ?? text.notGiven[name]}</span>;
  const nif = (
    <>
      {shown('nif')}
      {company && <Small>{text.nifChecked}</Small>}
    </>
  );
  return (
    <Panel
      title={text.title}
      description={isOwn && text.what}
      actions={canChange && <Button onClick={() => setOpen(true)}>{text.change}</Button>}
    >
      {isAsked ? (
        <CompanyForm company={company} onClose={close} />
      ) : (
        <KeyValuePairs
          columns={3}
          items={[
            { label: text.name, value: shown('name') },
            { label: text.nif, value: nif },
            { label: text.contact, value: shown('contact') },
          ]}
        />
      )}
    </Panel>
  );
}
