import { useCallback, useState } from 'react';
import { useFlash } from '../app/flash.tsx';
import { errorText } from '../components/error-text.ts';
import { useLanguage } from '../i18n/language.ts';
import { ApiError, isAborted } from './api-error.ts';

/**
 * Runs a change when a button is pressed. An error is shown at the top of the page, or is the `problem` where the caller
 * shows it itself, until the next try or `forget`.
 */
export function useAction({ isShownHere = false } = {}) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof errorText>>();
  const flash = useFlash();
  const language = useLanguage();
  const forget = useCallback(() => setProblem(undefined), []);

  const run = useCallback(
    async (work: () => Promise<void>) => {
      setBusy(true);
      forget();
      try {
        await work();
      } catch (error) {
        if (isAborted(error)) return;
        if (!(error instanceof ApiError)) throw error;
        const text = errorText(error, language);
        if (isShownHere) setProblem(text);
        else flash({ type: 'error', header: text.title, content: text.what });
      } finally {
        setBusy(false);
      }
    },
    [isShownHere, forget, flash, language],
  );
  return { isBusy, problem, run, forget };
}
