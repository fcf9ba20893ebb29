import type { ApiError } from '../api/api-error.ts';
import type { LanguageChoice } from '../i18n/language.ts';

type Kind = keyof LanguageChoice['catalogue']['errors'];

/** What went wrong in words: a title, and the sentence the service gave where it is meant to be read. */
export function errorText(
  { status, error, pt }: Pick<ApiError, 'status' | 'error' | 'pt'>,
  { language, catalogue }: Pick<LanguageChoice, 'language' | 'catalogue'>,
): { title: string; what: string } {
  const kind = status === 404 && error === 'merchant not found' ? 'noMerchant' : kindOf(status);
  const text = catalogue.errors[kind];
  if (kind !== 'refused') return text;
  const said = language === 'pt' ? (pt ?? error) : error;
  return said === '' ? text : { title: text.title, what: said };
}

function kindOf(status: ApiError['status']): Kind {
  if (status === 'network' || status === 'timeout') return status;
  if (status === 401) return 'ended';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'fault' : 'refused';
}
