import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { useAction } from '../api/use-action.ts';
import { useLanguage, useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import { errorText } from './error-text.ts';

export interface ConfirmModalProps {
  title: string;
  /** What the button does, as a verb: `Rotate the key`. */
  action: string;
  /** Does it, and answers false where something is still missing; what it throws is shown, and may be tried again. */
  onSave: () => Promise<boolean>;
  onClose: () => void;
  /** It was done; what is shown behind is not what it was. Without it, the window closes. */
  onDone?: () => void;
  children: ReactNode;
}

/** Asks before an action, in a window that says what it does and what went wrong with it. */
export function ConfirmModal({ title, action, onSave, onClose, onDone = onClose, children }: ConfirmModalProps) {
  const text = useWords(commonWords);
  const language = useLanguage();
  const [error, setError] = useState<ApiError>();
  const { isBusy, run } = useAction(setError);
  const save = () => {
    setError(undefined);
    void run(async () => {
      if (await onSave()) onDone();
    });
  };
  const problem = error && errorText(error, language);
  return (
    <Modal
      visible
      header={title}
      closeAriaLabel={text.close}
      onDismiss={() => !isBusy && onClose()}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" disabled={isBusy} onClick={onClose}>
              {text.cancel}
            </Button>
            <Button variant="primary" loading={isBusy} onClick={save}>
              {action}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {children}
        {problem && (
          <Alert type="error" header={problem.title}>
            {problem.what}
          </Alert>
        )}
      </SpaceBetween>
    </Modal>
  );
}
