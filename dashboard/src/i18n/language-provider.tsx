import { I18nProvider } from '@cloudscape-design/components/i18n';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { firstLanguage, LanguageContext, storeLanguage } from './language.ts';
import { LANGUAGES, type Language, type LanguageTexts } from './languages.ts';

/** The language of everything below. A change takes effect once all texts of the language are loaded. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ language: Language; texts: LanguageTexts }>();
  const show = useCallback(async (language: Language) => {
    const texts = await LANGUAGES[language].load();
    document.documentElement.lang = LANGUAGES[language].locale;
    setShown({ language, texts });
  }, []);

  useEffect(() => void show(firstLanguage()), [show]);

  const choice = useMemo(
    () =>
      shown && {
        language: shown.language,
        locale: LANGUAGES[shown.language].locale,
        catalogue: shown.texts.catalogue,
        choose: (language: Language) => {
          storeLanguage(language);
          void show(language);
        },
      },
    [shown, show],
  );
  if (!shown || !choice) return null;
  return (
    <LanguageContext value={choice}>
      <I18nProvider locale={choice.locale} messages={[shown.texts.components]}>
        {children}
      </I18nProvider>
    </LanguageContext>
  );
}
