import * as en from '../i18n/en/signature.ts';
import { useLanguage } from '../i18n/language.ts';
import type { Language } from '../i18n/languages.ts';
import * as pt from '../i18n/pt/signature.ts';

/** The texts of this page only: they load with it, and not with the first page. */
const TEXTS: Record<Language, typeof en> = { en, pt };

export function useSignatureTexts(): typeof en {
  return TEXTS[useLanguage().language];
}
