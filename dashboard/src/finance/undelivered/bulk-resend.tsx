import Button from '@cloudscape-design/components/button';
import { lazy, Suspense, useState } from 'react';
import type { BulkInput } from './use-bulk-resend.ts';

const BulkModal = lazy(async () => ({ default: (await import('./bulk-modal.tsx')).BulkModal }));

interface BulkResendProps {
  /** Of the button. */
  label: string;
  title: string;
  what: string;
  input: BulkInput;
  isDisabled?: boolean;
  /** Something may have been sent. */
  onSent: () => void;
}

/** The button that resends the events of a list, and its window. */
export function BulkResend({ label, isDisabled = false, onSent, ...window }: BulkResendProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (isChanged: boolean) => {
    setOpen(false);
    if (isChanged) onSent();
  };
  return (
    <>
      <Button disabled={isDisabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{isOpen && <BulkModal {...window} onClose={close} />}</Suspense>
    </>
  );
}
