import { exceptions as en } from '../../i18n/en/exceptions.ts';
import { useTextOf } from '../../i18n/language.ts';
import { exceptions as pt } from '../../i18n/pt/exceptions.ts';

const TEXTS = { en, pt };

export function useExceptionTexts(): typeof en {
  return useTextOf(TEXTS);
}
