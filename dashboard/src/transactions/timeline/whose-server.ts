import type { Language } from '../../i18n/languages.ts';

const OF_THE_SHOP: Record<Language, [RegExp, string][]> = {
  en: [
    [/\bYour server\b/g, 'The shop’s server'],
    [/\byour server\b/g, 'the shop’s server'],
  ],
  pt: [
    [/\bO seu servidor\b/g, 'O servidor da loja'],
    [/\bo seu servidor\b/g, 'o servidor da loja'],
  ],
};

/** The service's sentences about deliveries speak to the merchant; to staff it is the shop's server, not theirs. */
export function notifiedTo(isStaff: boolean, sentence: string, language: Language): string {
  if (!isStaff) return sentence;
  return OF_THE_SHOP[language].reduce((text, [yours, shops]) => text.replace(yours, shops), sentence);
}
