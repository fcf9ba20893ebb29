import { createContext, useContext, useMemo } from 'react';
import { serviceNow } from '../api/service-time.ts';
import type { Catalogue } from './en/catalogue.ts';
import {
  formatClock,
  formatCount,
  formatDay,
  formatDuration,
  formatEuros,
  formatMinute,
  formatPercent,
  formatRelative,
  formatSignedEuros,
  formatTime,
} from './format.ts';
import { LANGUAGE_IDS, type Language } from './languages.ts';

const STORAGE_KEY = 'dashboard.language';

export interface LanguageChoice {
  language: Language;
  /** BCP 47, such as `pt-PT`. */
  locale: string;
  catalogue: Catalogue;
  choose: (language: Language) => void;
}

export const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

/** Throws outside of `LanguageProvider`. */
export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error('the page has no language here');
  return choice;
}

/** One part of the catalogue, in the language of the page. */
export function useText<Part extends keyof Catalogue>(part: Part): Catalogue[Part] {
  return useLanguage().catalogue[part];
}

/** Texts of a single page, in its language: they load with it, and not with the first page. */
export function useTextOf<Texts>(texts: Record<Language, Texts>): Texts {
  return texts[useLanguage().language];
}

/** Numbers and times in the language of the page; every time is in Europe/Lisbon. */
export function useFormat() {
  const { locale } = useLanguage();
  const { atLeast } = useText('common');
  return useMemo(
    () => ({
      euros: (euros: number) => formatEuros(euros, locale),
      signedEuros: (euros: number) => formatSignedEuros(euros, locale),
      percent: (share: number) => formatPercent(share, locale),
      count: (count: number) => formatCount(count, locale),
      time: (iso: string) => formatTime(iso, locale),
      minute: (iso: string) => formatMinute(iso, locale),
      clock: (iso: string) => formatClock(iso, locale),
      day: (day: string) => formatDay(day, locale),
      duration: (durationMs: number) => formatDuration(durationMs, locale),
      /** A figure over a read that was complete, or a lower bound. */
      bounded: (figure: string, isComplete: boolean) => (isComplete ? figure : atLeast(figure)),
      relative: (iso: string) => formatRelative(iso, serviceNow(), locale),
    }),
    [locale, atLeast],
  );
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
