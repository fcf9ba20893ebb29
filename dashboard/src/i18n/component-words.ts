import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import type { Language } from './dictionary.ts';
import { LOCALES } from './language.ts';

export type ComponentWords = I18nProviderProps.Messages;

const NAMESPACE = 'cloudscape-design-components';

/** The components' own words (labels of buttons for screen readers and the like), fetched for one language. */
export async function loadComponentWords(language: Language): Promise<ComponentWords> {
  if (language === 'en') return (await import('@cloudscape-design/components/i18n/messages/all.en')).default;
  const { COMPONENT_WORDS_PT } = await import('./component-words-pt.ts');
  return { [NAMESPACE]: { [LOCALES.pt]: COMPONENT_WORDS_PT } };
}
