import { createContext, useContext } from 'react';
import { type Dictionary, LANGUAGES, type Language } from './dictionary.ts';

const KEPT_AS = 'dashboard.language';

export interface LanguageChoice {
  language: Language;
  choose: (language: Language) => void;
}

export const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined });

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** The words of a dictionary in the language of the page. */
export function useText<Words>(dictionary: Dictionary<Words>): Words {
  return dictionary[useLanguage().language];
}

/** What was chosen before, else the browser's: Portuguese for any Portuguese, English for everyone else. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  const known = LANGUAGES.find((language) => language === kept);
  return known ?? (navigator.language.toLowerCase().startsWith('pt') ? 'pt' : 'en');
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEPT_AS, language);
}

/** As `<html lang>` and the components want it. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', pt: 'pt-PT' };
