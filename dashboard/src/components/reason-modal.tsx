import { useState } from 'react';
import { ConfirmModal, type ConfirmModalProps } from './confirm-modal.tsx';
import { ReasonField, type ReasonWords } from './reason-field.tsx';

interface ReasonModalProps extends Omit<ConfirmModalProps, 'onSave'> {
  words?: ReasonWords;
  /** Does it for this reason, and answers false where something else is missing. */
  onSave: (reason: string) => Promise<boolean>;
  /** Someone tries to go on: what else is missing is to be named. */
  onTry?: () => void;
}

/** Does something for a reason that is recorded. */
export function ReasonModal({ words, onSave, onTry, children, ...modal }: ReasonModalProps) {
  const [reason, setReason] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const save = async () => {
    setAskedFor(true);
    onTry?.();
    const given = reason.trim();
    return given !== '' && onSave(given);
  };
  return (
    <ConfirmModal {...modal} onSave={save}>
      {children}
      <ReasonField {...words} value={reason} onChange={setReason} isAskedFor={isAskedFor} />
    </ConfirmModal>
  );
}
