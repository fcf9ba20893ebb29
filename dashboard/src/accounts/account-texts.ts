import * as en from '../i18n/en/accounts.ts';
import { useLanguage } from '../i18n/language.ts';
import type { Language } from '../i18n/languages.ts';
import * as pt from '../i18n/pt/accounts.ts';

/** Texts of the pages about accounts: they load with those, and not with the first page. */
const TEXTS: Record<Language, typeof en> = { en, pt };

export function useAccountTexts(): typeof en {
  return TEXTS[useLanguage().language];
}
