import { useCallback, useState } from 'react';
import { useFlash } from '../app/flash.tsx';
import { errorText } from '../components/error-text.ts';
import { useLanguage } from '../i18n/language.ts';
import { ApiError, isAborted } from './api-error.ts';

/**
 * Runs a change when a button is pressed, one at a time. An error is shown at the top of the page, unless the caller
 * handles it with `onError`.
 */
export function useAction(onError?: (error: ApiError) => void) {
  const [isBusy, setBusy] = useState(false);
  const flash = useFlash();
  const language = useLanguage();

  const run = useCallback(
    async (work: () => Promise<void>) => {
      setBusy(true);
      try {
        await work();
      } catch (error) {
        if (isAborted(error)) return;
        if (!(error instanceof ApiError)) throw error;
        if (onError) return onError(error);
        const { title, what } = errorText(error, language);
        flash({ type: 'error', header: title, content: what });
      } finally {
        setBusy(false);
      }
    },
    [onError, flash, language],
  );
  return { isBusy, run };
}
