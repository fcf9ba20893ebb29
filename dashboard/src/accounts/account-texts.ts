import * as en from '../i18n/en/accounts.ts';
import { useTextOf } from '../i18n/language.ts';
import * as pt from '../i18n/pt/accounts.ts';

const TEXTS = { en, pt };

export function useAccountTexts(): typeof en {
  return useTextOf(TEXTS);
}
