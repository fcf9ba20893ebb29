import { defineText } from '../i18n/dictionary.ts';

export const SPLIT_PANEL_TEXT = defineText(
  {
    shown: (title: string) => `Shown beneath the list: ${title}`,
    height: 'Height of the panel',
    larger: 'Larger panel',
    smaller: 'Smaller panel',
    close: 'Close the panel',
  },
  {
    shown: (title: string) => `Apresentado por baixo da lista: ${title}`,
    height: 'Altura do painel',
    larger: 'Painel maior',
    smaller: 'Painel menor',
    close: 'Fechar o painel',
  },
);
