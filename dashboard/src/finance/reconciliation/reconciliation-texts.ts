import { reconciliation as en } from '../../i18n/en/reconciliation.ts';
import { useLanguage } from '../../i18n/language.ts';
import type { Language } from '../../i18n/languages.ts';
import { reconciliation as pt } from '../../i18n/pt/reconciliation.ts';

export type ReconciliationTexts = typeof en;

/** Texts for staff only: they load with what shows them, and not with the first page. */
const TEXTS: Record<Language, ReconciliationTexts> = { en, pt };

export function useReconciliationTexts(): ReconciliationTexts {
  return TEXTS[useLanguage().language];
}
