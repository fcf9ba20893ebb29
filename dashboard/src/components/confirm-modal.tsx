import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import { useAction } from '../api/use-action.ts';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';

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
  const { isBusy, problem, run } = useAction({ isShownHere: true });
  const save = () => {
    void run(async () => {
      if (await onSave()) onDone();
    });
  };
  return (
    <Modal
      visible
      header={title}
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

interface ConfirmButtonProps
  extends Pick<ConfirmModalProps, 'title' | 'action' | 'children'>,
    Pick<ButtonProps, 'variant' | 'disabled' | 'disabledReason'> {
  label: string;
  onConfirm: () => Promise<void>;
  /** Also after a refusal: someone else may have been faster. */
  onClosed: () => void;
}

/** A button that asks before it acts. */
export function ConfirmButton({ label, title, action, onConfirm, onClosed, children, ...button }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    onClosed();
  };
  const save = async () => {
    await onConfirm();
    return true;
  };
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmModal {...{ title, action }} onSave={save} onClose={close}>
          {children}
        </ConfirmModal>
      )}
    </>
  );
}
