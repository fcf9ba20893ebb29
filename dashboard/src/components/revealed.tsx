import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useCallback, useEffect, useState } from 'react';
import { useAction } from '../api/use-action.ts';
import { shellWords } from '../app/words.ts';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import { CopyableValue } from './copy-button.tsx';

const SHOWN_MS = 60_000;

/** A secret that a button calls for, until it is hidden: by the button, or after a minute. `of`: whose it is. */
export function useReveal<Secret>(load: () => Promise<Secret>, of?: string) {
  const text = useWords(commonWords);
  const [revealed, setRevealed] = useState<Secret>();
  const { isBusy, run } = useAction();
  const hide = useCallback(() => setRevealed(undefined), []);
  useEffect(() => {
    if (revealed === undefined) return;
    const timer = setTimeout(hide, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [revealed, hide]);
  const reveal = () => void run(async () => setRevealed(await load()));
  const label = revealed === undefined ? text.reveal : text.hide;
  const button = (
    <Button
      loading={isBusy}
      {...(of !== undefined && { ariaLabel: `${label}: ${of}` })}
      onClick={revealed === undefined ? reveal : hide}
    >
      {label}
    </Button>
  );
  return { revealed, isBusy, hide, button };
}

/** The secret, to be copied. */
export function Revealed({ value, what }: { value: string; what: string }) {
  const text = useWords(shellWords);
  return (
    <div>
      <CopyableValue value={value} what={what} />
      <Box variant="small" display="block" color="text-body-secondary">
        {text.hiddenSoon}
      </Box>
    </div>
  );
}
