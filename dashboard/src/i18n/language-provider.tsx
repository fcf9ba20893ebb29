import { I18nProvider, type I18nProviderProps } from '@cloudscape-design/components/i18n';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { firstLanguage, LanguageContext, storeLanguage } from './language.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** The language of everything below. A change takes effect once the texts of the components are loaded. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ language: Language; components: I18nProviderProps.Messages }>();
  const show = useCallback(async (language: Language) => {
    const components = await LANGUAGES[language].loadComponents();
    document.documentElement.lang = LANGUAGES[language].locale;
    setShown({ language, components });
  }, []);

  useEffect(() => void show(firstLanguage()), [show]);

  const choice = useMemo(
    () =>
      shown && {
        language: shown.language,
        locale: LANGUAGES[shown.language].locale,
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
      <I18nProvider locale={choice.locale} messages={[shown.components]}>
        {children}
      </I18nProvider>
    </LanguageContext>
  );
}
