import { ownDays as en } from '../i18n/en/own-days.ts';
import { useLanguage } from '../i18n/language.ts';
import type { Language } from '../i18n/languages.ts';
import { ownDays as pt } from '../i18n/pt/own-days.ts';

const TEXTS: Record<Language, typeof en> = { en, pt };

/** They load with the fields, and not with the first page. */
export function useOwnDaysText(): typeof en {
  return TEXTS[useLanguage().language];
}
