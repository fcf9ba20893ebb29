import { PRESET_DAYS } from '../../period/days.ts';

const en = {
  clear: 'Clear filters',
  noneTitle: 'No transactions',
  noneInPeriod: 'Nothing in this period.',
  noneWithFilters: 'Nothing here matches the filters.',
  noneSoFar: (until: string) => `Nothing that matches, back to ${until}.`,
  noneOfId: 'No transaction has this id.',
  noneOfOrder: 'No transaction has this order id. It must be written exactly as the shop sent it.',
  askId: 'Type an id above.',
  firstSteps: 'Has nothing ever come in? Your API key and a call to copy are under API keys.',
  toApiKeys: 'API keys',
  longer: `Look at ${PRESET_DAYS.month} days`,
};

const pt: typeof en = {
  clear: 'Limpar filtros',
  noneTitle: 'Sem transações',
  noneInPeriod: 'Não há nada neste período.',
  noneWithFilters: 'Nada corresponde aos filtros.',
  noneSoFar: (until) => `Nada que corresponda, recuando até ${until}.`,
  noneOfId: 'Nenhuma transação tem este id.',
  noneOfOrder: 'Nenhuma transação tem este id de encomenda. Tem de ser escrito exatamente como a loja o enviou.',
  askId: 'Escreva um id acima.',
  firstSteps: 'Ainda não chegou nada? A sua chave da API e uma chamada para copiar estão em Chaves da API.',
  toApiKeys: 'Chaves da API',
  longer: `Ver ${PRESET_DAYS.month} dias`,
};

export const LIST_EMPTY_TEXT = { en, pt };
