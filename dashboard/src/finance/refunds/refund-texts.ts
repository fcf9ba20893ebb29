import { refunds as en } from '../../i18n/en/refunds.ts';
import { useTextOf } from '../../i18n/language.ts';
import { refunds as pt } from '../../i18n/pt/refunds.ts';

const TEXTS = { en, pt };

export type RefundTexts = typeof en;

export function useRefundTexts(): RefundTexts {
  return useTextOf(TEXTS);
}
