import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';
import { useLanguage } from '../i18n/language.ts';
import { ConfirmModal } from './confirm-modal.tsx';
import { errorText } from './error-text.ts';

export interface SaveModalProps {
  title: string;
  /** What the button does. */
  action: string;
  /** Does it, and answers false where something is still missing; what it throws is shown, and may be tried again. */
  onSave: () => Promise<boolean>;
  onClose: () => void;
  /** It was done; what is shown behind is not what it was. */
  onDone: () => void;
  children: ReactNode;
}

/** A small form in a window: what it asks for, and what went wrong with the saving. */
export function SaveModal({ title, action, onSave, onClose, onDone, children }: SaveModalProps) {
  const language = useLanguage();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<ApiError>();
  const save = async () => {
    setSaving(true);
    setError(undefined);
    try {
      if (await onSave()) return onDone();
    } catch (caught) {
      setError(apiErrorOf(caught));
    }
    setSaving(false);
  };
  const problem = error && errorText(error, language);
  return (
    <ConfirmModal title={title} action={action} isBusy={isSaving} onConfirm={save} onClose={onClose}>
      <SpaceBetween size="m">
        {children}
        {problem && (
          <Alert type="error" header={problem.title}>
            {problem.what}
          </Alert>
        )}
      </SpaceBetween>
    </ConfirmModal>
  );
}
