import Alert from '@cloudscape-design/components/alert';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { Company } from '../../../functions/merchants/accounts/company.ts';
import { call } from '../api/client.ts';
import { useFlash } from '../app/flash.tsx';
import { ReasonModal } from '../components/reason-modal.tsx';
import { useWords } from '../i18n/language.ts';
import { useCompanyItems } from '../settings/account/company-items.tsx';
import type { Decision } from './account-decisions.ts';
import { reloadMerchants } from './merchants.tsx';
import { accountsWords } from './words.ts';

interface DecideModalProps {
  merchantId: string;
  /** What staff call the account, or its id. */
  title: string;
  /** With which it signed up, where the title is its company. */
  name: string | undefined;
  /** What the merchant has given for the decision. */
  company: Company | null;
  to: Decision;
  /** What the button says: approve, suspend … */
  label: string;
  onClose: () => void;
  onDone: () => void;
}

/** A decision on an account by its company, with a reason; says what it does. */
export function DecideModal({ merchantId, title, name, company, to, label, onClose, onDone }: DecideModalProps) {
  const text = useWords(accountsWords);
  const flash = useFlash();
  const items = useCompanyItems(company);
  const save = async (why: string) => {
    const { kind, status } = await call('PUT /operator/accounts/{merchantId}/status', { merchantId, status: to, why });
    const now = text.status[status].toLowerCase();
    if (kind === 'changed') flash({ type: 'success', content: text.done(now) });
    else flash({ type: 'info', content: text.unchanged(now) });
    void reloadMerchants();
    return true;
  };
  return (
    <ReasonModal
      title={`${label}: ${title}`}
      action={label}
      words={{ label: text.why, hint: text.whyHint, missing: text.whyMissing }}
      onSave={save}
      onClose={onClose}
      onDone={onDone}
    >
      <KeyValuePairs
        columns={2}
        items={[...items, ...(name === undefined ? [] : [{ label: text.name, value: name }])]}
      />
      <Alert type={to === 'active' ? 'info' : 'warning'}>{text.does[to]}</Alert>
    </ReasonModal>
  );
}
