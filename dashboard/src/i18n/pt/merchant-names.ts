import type { Catalogue } from '../en/catalogue.ts';

export const merchantNames: Catalogue['merchantNames'] = {
  merchant: 'Comerciante',
  allMerchants: 'Todos os comerciantes',
  noMerchant: 'Comerciante não encontrado',
  matchNone: (typed) => `Nenhum comerciante corresponde a «${typed}». O filtro não foi alterado.`,
  matchSeveral: (typed) => `Vários comerciantes correspondem a «${typed}». Escolha um da lista.`,
  namesFailed: 'Não foi possível carregar os nomes dos comerciantes. São mostrados os ID.',
};
