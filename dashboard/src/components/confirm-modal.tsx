import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';

interface ConfirmModalProps {
  title: string;
  children: ReactNode;
  /** What the button does, as a verb: `Rotate the key`. */
  action: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone, and describes its effect. */
export function ConfirmModal({ title, children, action, isBusy, onConfirm, onClose }: ConfirmModalProps) {
  const text = useWords(commonWords);
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
            <Button variant="primary" loading={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      {children}
    </Modal>
  );
}
