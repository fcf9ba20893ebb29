import Box from '@cloudscape-design/components/box';
import { useEffect, useState } from 'react';
import { shellWords } from '../app/words.ts';
import { useWords } from '../i18n/language.ts';
import { CopyableValue } from './copy-button.tsx';

const SHOWN_S = 60;

/** A secret that was asked for: shown, to be copied, and hidden again after a minute. */
export function Revealed({ value, what, onHide }: { value: string; what: string; onHide: () => void }) {
  const text = useWords(shellWords);
  const [leftS, setLeftS] = useState(SHOWN_S);
  useEffect(() => {
    const timer = setInterval(() => setLeftS((before) => before - 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (leftS <= 0) onHide();
  }, [leftS, onHide]);
  return (
    <div>
      <CopyableValue value={value} what={what} />
      <Box variant="small" display="block" color="text-body-secondary">
        {text.hiddenIn(leftS)}
      </Box>
    </div>
  );
}
