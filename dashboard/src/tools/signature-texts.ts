import * as en from '../i18n/en/signature.ts';
import { useTextOf } from '../i18n/language.ts';
import * as pt from '../i18n/pt/signature.ts';

const TEXTS = { en, pt };

export function useSignatureTexts(): typeof en {
  return useTextOf(TEXTS);
}
