import { words } from '../i18n/words.ts';

export const merchantNameWords = words({
  merchant: ['Merchant', 'Comerciante'],
  allMerchants: ['All merchants', 'Todos os comerciantes'],
  noMerchant: ['Merchant not found', 'Comerciante não encontrado'],
  namesFailed: [
    'Merchant names could not be loaded. IDs are shown instead.',
    'Não foi possível carregar os nomes dos comerciantes. São mostrados os ID.',
  ],
});
