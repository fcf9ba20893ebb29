import type { I18nProviderProps } from '@cloudscape-design/components/i18n';

interface LanguageEntry {
  /** In the language itself. */
  name: string;
  locale: string;
  /** Of Cognito's managed login, whose only Portuguese is Brazil's. */
  managedLogin: string;
  /** The texts of Cloudscape's components. */
  loadComponents: () => Promise<I18nProviderProps.Messages>;
}

/** The languages in the order of the menu. */
export const LANGUAGES = {
  pt: { name: 'Português', locale: 'pt-PT', managedLogin: 'pt-BR', loadComponents: loadPortuguese },
  en: { name: 'English', locale: 'en-GB', managedLogin: 'en', loadComponents: loadEnglish },
} satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_IDS = Object.keys(LANGUAGES) as Language[];

async function loadEnglish(): Promise<I18nProviderProps.Messages> {
  // The package types its default export as Node's resolution does not: as CommonJS.
  return (await import('@cloudscape-design/components/i18n/messages/all.en'))
    .default as unknown as I18nProviderProps.Messages;
}

/** Under the namespace in which Cloudscape finds its texts. */
async function loadPortuguese(): Promise<I18nProviderProps.Messages> {
  const { COMPONENT_WORDS_PT } = await import('./component-words-pt.ts');
  return { 'cloudscape-design-components': { 'pt-PT': COMPONENT_WORDS_PT } };
}
