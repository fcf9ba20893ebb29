import Alert from '@cloudscape-design/components/alert';
import type { Account } from '../../../functions/dashboard/accounts/account.ts';
import type { Decided } from '../../../functions/merchants/accounts/account-decisions.ts';
import { call } from '../api/client.ts';
import { useFlash } from '../app/flash.tsx';
import { ReasonModal } from '../components/reason-modal.tsx';
import { useWords } from '../i18n/language.ts';
import { accountTitle } from './account-title.ts';
import { accountWords } from './words.ts';

export interface DecideModalProps {
  account: Account;
  to: Decided;
  /** What the button says: approve, suspend … */
  label: string;
  onClose: () => void;
  onDone: () => void;
}

/** A decision on an account, with a reason; says what it does. */
export function DecideModal({ account, to, label, ...modal }: DecideModalProps) {
  const text = useWords(accountWords);
  const flash = useFlash();
  const { merchantId } = account;
  const save = async (why: string) => {
    const { kind, status } = await call('PUT /operator/accounts/{merchantId}/status', { merchantId, status: to, why });
    const now = text.status[status].toLowerCase();
    if (kind === 'changed') flash({ type: 'success', content: text.done(now) });
    else flash({ type: 'info', content: text.unchanged(now) });
    return true;
  };
  return (
    <ReasonModal
      title={`${label}: ${accountTitle(account)}`}
      action={label}
      words={{ hint: text.whyHint }}
      onSave={save}
      {...modal}
    >
      <Alert type={to === 'active' ? 'info' : 'warning'}>{text.does[to]}</Alert>
    </ReasonModal>
  );
}
