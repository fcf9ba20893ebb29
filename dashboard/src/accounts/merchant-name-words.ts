import { words } from '../i18n/words.ts';

export const merchantNameWords = words({
  merchant: ['Merchant', 'Comerciante'],
  allMerchants: ['All merchants', 'Todos os comerciantes'],
  noMerchant: ['Merchant not found', 'Comerciante não encontrado'],
  matchNone: [
    (typed: string) => `No merchant matches “${typed}”. The filter was not changed.`,
    (typed: string) => `Nenhum comerciante corresponde a «${typed}». O filtro não foi alterado.`,
  ],
  matchSeveral: [
    (typed: string) => `Several merchants match “${typed}”. Choose one from the list.`,
    (typed: string) => `Vários comerciantes correspondem a «${typed}». Escolha um da lista.`,
  ],
  namesFailed: [
    'Merchant names could not be loaded. IDs are shown instead.',
    'Não foi possível carregar os nomes dos comerciantes. São mostrados os ID.',
  ],
});
