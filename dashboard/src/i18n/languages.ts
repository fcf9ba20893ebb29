import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import type { Catalogue } from './en/catalogue.ts';

/** What the folder of a language exports: every text of the dashboard, and the texts of Cloudscape's components. */
export interface LanguageTexts {
  catalogue: Catalogue;
  components: I18nProviderProps.Messages;
}

interface LanguageEntry {
  /** In the language itself. */
  name: string;
  locale: string;
  /** Of Cognito's managed login, whose only Portuguese is Brazil's. */
  managedLogin: string;
  load: () => Promise<LanguageTexts>;
}

/** The languages in the order of the menu. A language is one folder and one line here. */
export const LANGUAGES = {
  pt: { name: 'Português', locale: 'pt-PT', managedLogin: 'pt-BR', load: () => import('./pt/catalogue.ts') },
  en: { name: 'English', locale: 'en-GB', managedLogin: 'en', load: () => import('./en/catalogue.ts') },
} satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_IDS = Object.keys(LANGUAGES) as Language[];
