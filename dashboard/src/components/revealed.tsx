import Box from '@cloudscape-design/components/box';
import { useEffect } from 'react';
import { shellWords } from '../app/words.ts';
import { useWords } from '../i18n/language.ts';
import { CopyableValue } from './copy-button.tsx';

const SHOWN_MS = 60_000;

/** A secret that was asked for: shown, to be copied, and hidden again after a minute. */
export function Revealed({ value, what, onHide }: { value: string; what: string; onHide: () => void }) {
  const text = useWords(shellWords);
  useEffect(() => {
    const timer = setTimeout(onHide, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [onHide]);
  return (
    <div>
      <CopyableValue value={value} what={what} />
      <Box variant="small" display="block" color="text-body-secondary">
        {text.hiddenSoon}
      </Box>
    </div>
  );
}
