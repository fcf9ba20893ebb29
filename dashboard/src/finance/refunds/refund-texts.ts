import { refunds as en } from '../../i18n/en/refunds.ts';
import { useLanguage } from '../../i18n/language.ts';
import type { Language } from '../../i18n/languages.ts';
import { refunds as pt } from '../../i18n/pt/refunds.ts';

/** The texts of this page only: they load with it, and not with the first page. */
const TEXTS: Record<Language, typeof en> = { en, pt };

export type RefundTexts = typeof en;

export function useRefundTexts(): RefundTexts {
  return TEXTS[useLanguage().language];
}
