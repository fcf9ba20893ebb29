import * as en from '../../i18n/en/webhook.ts';
import { useTextOf } from '../../i18n/language.ts';
import * as pt from '../../i18n/pt/webhook.ts';

const TEXTS = { en, pt };

export function useWebhookTexts(): typeof en {
  return useTextOf(TEXTS);
}
