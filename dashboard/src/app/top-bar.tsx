import TopNavigation, { type TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import { useLanguage, useWords } from '../i18n/language.ts';
import { LANGUAGE_IDS, LANGUAGES, type Language } from '../i18n/languages.ts';
import { commonWords } from '../i18n/shared-words.ts';
import { useSignedIn } from '../session/session-context.ts';
import { BASE } from './config.ts';
import { HeaderSearch } from './header-search.tsx';
import { shellWords } from './words.ts';

export function TopBar() {
  const { me, signOut } = useSignedIn();
  const { product } = useWords(commonWords);
  const text = useWords(shellWords);
  const language = useLanguageMenu();
  const who = me.merchant?.name ?? me.email ?? me.userId;
  const person: TopNavigationProps.MenuDropdownUtility = {
    type: 'menu-dropdown',
    text: who,
    ...(me.email !== null && { description: me.email }),
    iconName: 'user-profile',
    ariaLabel: text.signedInAs(who),
    items: [{ id: 'sign-out', text: text.signOut }],
    onItemClick: () => void signOut(),
  };
  return (
    <TopNavigation
      identity={{ href: `${BASE}/`, title: product, logo: { src: `${BASE}/favicon.svg`, alt: '€' } }}
      search={<HeaderSearch />}
      utilities={[language, person]}
    />
  );
}

function useLanguageMenu(): TopNavigationProps.MenuDropdownUtility {
  const { language, choose } = useLanguage();
  const text = useWords(shellWords);
  return {
    type: 'menu-dropdown',
    text: language.toUpperCase(),
    title: text.language,
    iconName: 'globe',
    ariaLabel: `${language.toUpperCase()}: ${text.language}, ${LANGUAGES[language].name}`,
    items: LANGUAGE_IDS.map((id) => ({
      id,
      text: LANGUAGES[id].name,
      itemType: 'checkbox',
      checked: id === language,
    })),
    onItemClick: ({ detail }) => choose(detail.id as Language),
  };
}
