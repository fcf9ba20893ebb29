import { I18nProvider } from '@cloudscape-design/components/i18n';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { type ComponentWords, loadComponentWords } from './component-words.ts';
import type { Language } from './dictionary.ts';
import { firstLanguage, keepLanguage, LanguageContext, LOCALES } from './language.ts';

/** The language of everything below; a change waits until the components' words are there, so that the page is never half and half. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ language: Language; words: ComponentWords }>();
  const show = useCallback(async (language: Language) => {
    const words = await loadComponentWords(language);
    document.documentElement.lang = LOCALES[language];
    setShown({ language, words });
  }, []);

  useEffect(() => void show(firstLanguage()), [show]);

  const choice = useMemo(
    () => ({
      language: shown?.language ?? firstLanguage(),
      choose: (language: Language) => {
        keepLanguage(language);
        void show(language);
      },
    }),
    [shown, show],
  );
  if (!shown) return null;
  return (
    <LanguageContext value={choice}>
      <I18nProvider locale={LOCALES[shown.language]} messages={[shown.words]}>
        {children}
      </I18nProvider>
    </LanguageContext>
  );
}
