import type { Problem, ProblemTexts } from '../../../functions/dashboard/problem.ts';
import { textOf } from '../../../functions/runtime/coded.ts';
import type { ApiError } from '../api/api-error.ts';
import { formatsIn } from '../i18n/format.ts';
import type { LanguageChoice } from '../i18n/language.ts';
import { textsIn } from '../i18n/words.ts';
import { errorWords } from './error-words.ts';
import { PROBLEM_TEXTS } from './problem-texts.ts';

type Kind = keyof typeof errorWords;

/** A title, and the sentence of the problem in the language of the page. */
export function errorText(
  { status, error, problem, field }: Pick<ApiError, 'status' | 'error' | 'problem' | 'field'>,
  { language, locale }: Pick<LanguageChoice, 'language' | 'locale'>,
): { title: string; what: string } {
  const kind = status === 404 && error === 'merchant not found' ? 'noMerchant' : kindOf(status);
  const text = textsIn(errorWords, language)[kind];
  const texts: Partial<ProblemTexts> = PROBLEM_TEXTS[language];
  // A page of an older version may not know the code.
  if (problem && problem.code in texts) {
    return { title: text.title, what: textOf(withLisbonTimes(problem, locale), texts as ProblemTexts) };
  }
  return { title: text.title, what: field === undefined ? text.what : `${text.what} (${field})` };
}

function kindOf(status: ApiError['status']): Kind {
  if (status === 'network' || status === 'timeout') return status;
  if (status === 401) return 'ended';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'fault' : 'refused';
}

function withLisbonTimes(problem: Problem, locale: string): Problem {
  const { time } = formatsIn(locale);
  if ('until' in problem) return { ...problem, until: time(problem.until) };
  return 'at' in problem ? { ...problem, at: time(problem.at) } : problem;
}
