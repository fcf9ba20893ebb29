import type { Language } from './dictionary.ts';

/** Locales whose numbers and dates people of the language expect; `en-IE` writes euros as English speakers here do. */
export const NUMBER_LOCALES: Record<Language, string> = { en: 'en-IE', pt: 'pt-PT' };

/** `€1,234.50`, `1234,50 €`. */
export function formatEuros(euros: number, language: Language): string {
  return new Intl.NumberFormat(NUMBER_LOCALES[language], { style: 'currency', currency: 'EUR' }).format(euros);
}

export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(NUMBER_LOCALES[language]).format(count);
}
