import Button from '@cloudscape-design/components/button';
import { type ReactNode, Suspense, useState } from 'react';
import { useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';

/** Opens the window that exports a list; its code comes then. */
export function ExportButton({ children }: { children: (onClose: () => void) => ReactNode }) {
  const { exportCsv } = useWords(commonWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button iconName="download" onClick={() => setOpen(true)}>
        {exportCsv}
      </Button>
      <Suspense>{isOpen && children(() => setOpen(false))}</Suspense>
    </>
  );
}
