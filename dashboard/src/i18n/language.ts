import { createContext, useContext, useMemo } from 'react';
import { serviceNow } from '../api/service-time.ts';
import { formatsIn } from './format.ts';
import { LANGUAGE_IDS, type Language } from './languages.ts';
import { commonWords } from './shared-words.ts';
import { type Texts, textsIn } from './words.ts';

const STORAGE_KEY = 'dashboard.language';

export interface LanguageChoice {
  language: Language;
  /** BCP 47, such as `pt-PT`. */
  locale: string;
  choose: (language: Language) => void;
}

export const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

/** Throws outside of `LanguageProvider`. */
export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error('the page has no language here');
  return choice;
}

/** Words in the language of the page. */
export function useWords<const Words extends object>(words: Words): Texts<Words> {
  return textsIn(words, useLanguage().language);
}

/** Numbers and times in the language of the page. */
export function useFormat() {
  const { locale } = useLanguage();
  const { atLeast } = useWords(commonWords);
  return useMemo(() => {
    const formats = formatsIn(locale);
    return {
      ...formats,
      /** A figure over a read that was complete, or a lower bound. */
      bounded: (figure: string, isComplete: boolean) => (isComplete ? figure : atLeast(figure)),
      relative: (iso: string) => formats.relative(iso, serviceNow()),
    };
  }, [locale, atLeast]);
}

/** The language chosen before, else the browser's, else English. */
export function firstLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  const known = LANGUAGE_IDS.find((language) => language === stored);
  return known ?? LANGUAGE_IDS.find((language) => navigator.language.toLowerCase().startsWith(language)) ?? 'en';
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}
