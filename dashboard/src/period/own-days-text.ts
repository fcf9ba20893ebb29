import { ownDays as en } from '../i18n/en/own-days.ts';
import { useTextOf } from '../i18n/language.ts';
import { ownDays as pt } from '../i18n/pt/own-days.ts';

const TEXTS = { en, pt };

/** They load with the fields, and not with the first page. */
export function useOwnDaysText(): typeof en {
  return useTextOf(TEXTS);
}
