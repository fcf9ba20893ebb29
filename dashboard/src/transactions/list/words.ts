import { words } from '../../i18n/words.ts';
import { PRESET_DAYS } from '../../period/days.ts';

export const listWords = words({
  title: ['Transactions', 'Transações'],
  caption: ['Transactions, newest first', 'Transações, as mais recentes primeiro'],
  describe: ['By period, order or ID, newest first.', 'Por período, encomenda ou ID, as mais recentes primeiro.'],
  find: ['Find by', 'Procurar por'],
  search: ['Find', 'Procurar'],
  placeholder: {
    order: ['The order ID, or its first characters', 'O ID da encomenda, ou o seu início'],
    transaction: ['tx_…', 'tx_…'],
    reference: ['Entity and reference, such as 12345 123 456 789', 'Entidade e referência, como 12345 123 456 789'],
  },
  statusTabs: ['Status', 'Estado'],
  allStatuses: ['All', 'Todas'],
  statusTab: {
    pending: ['Pending', 'Pendentes'],
    paid: ['Paid', 'Pagas'],
    failed: ['Failed', 'Falhadas'],
    cancelled: ['Cancelled', 'Canceladas'],
  },
  filtersOn: [
    (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
    (count: number) => (count === 0 ? 'Filtros' : `Filtros (${count})`),
  ],
  refresh: ['Refresh', 'Atualizar'],
  exportCsv: ['Export CSV', 'Exportar CSV'],
  exportNeedsPeriod: ['Choose a period to export.', 'Escolha um período para exportar.'],
  loading: ['Searching transactions…', 'A pesquisar transações…'],
  further: [
    (scanned: string) => `No match yet. Scanned ${scanned}, searching further back…`,
    (scanned: string) => `Ainda sem resultados. Pesquisadas ${scanned}, a pesquisar mais atrás…`,
  ],
  results: [
    (count: string) => (count === '1' ? '1 result' : `${count} results`),
    (count: string) => (count === '1' ? '1 resultado' : `${count} resultados`),
  ],
  resultsScanned: [
    (count: string, scanned: string) =>
      `${count === '1' ? '1 result' : `${count} results`}, of ${scanned === '1' ? '1 transaction' : `${scanned} transactions`} scanned`,
    (count: string, scanned: string) =>
      `${count === '1' ? '1 resultado' : `${count} resultados`}, de ${scanned === '1' ? '1 transação pesquisada' : `${scanned} transações pesquisadas`}`,
  ],
  partial: [
    (scanned: string, until: string) => `Scanned ${scanned}, back to ${until}. There are more.`,
    (scanned: string, until: string) => `Pesquisadas ${scanned}, até ${until}. Há mais.`,
  ],
  partialUntimed: [
    (scanned: string) => `Scanned ${scanned}. There are more.`,
    (scanned: string) => `Pesquisadas ${scanned}. Há mais.`,
  ],
});

export const emptyListWords = words({
  clear: ['Clear filters', 'Limpar filtros'],
  noneTitle: ['No transactions', 'Sem transações'],
  noneInPeriod: ['No transactions in this period.', 'Sem transações neste período.'],
  noneWithFilters: ['No transactions match the filters.', 'Nenhuma transação corresponde aos filtros.'],
  noneSoFar: [
    (until: string) => `No match so far, back to ${until}.`,
    (until: string) => `Ainda sem resultados, até ${until}.`,
  ],
  noneOf: {
    order: ['No order ID begins with this text.', 'Nenhum ID de encomenda começa por este texto.'],
    transaction: ['No transaction has this ID.', 'Nenhuma transação tem este ID.'],
    reference: ['No transaction has this reference.', 'Nenhuma transação tem esta referência.'],
  },
  referenceHint: [
    'For an older Multibanco reference, enter the entity too.',
    'Para uma referência Multibanco mais antiga, indique também a entidade.',
  ],
  askReference: [
    'Enter the reference (9 digits) above, with or without the entity (5 digits) before it.',
    'Indique acima a referência (9 dígitos), com ou sem a entidade (5 dígitos) antes dela.',
  ],
  askId: ['Enter an ID above.', 'Escreva um ID acima.'],
  firstSteps: [
    'No transactions yet? Your API key and a sample call are under API keys.',
    'Ainda sem transações? A sua chave da API e uma chamada de exemplo estão em Chaves da API.',
  ],
  toApiKeys: ['API keys', 'Chaves da API'],
  longer: [`Search ${PRESET_DAYS.month} days`, `Pesquisar ${PRESET_DAYS.month} dias`],
});

export const listFilterWords = words({
  label: ['Filters of the list', 'Filtros da lista'],
  placeholder: ['Filter by status, method, webhook or amount', 'Filtrar por estado, método, webhook ou valor'],
  nothing: [
    'No such filter. Use the fields above to find orders and IDs.',
    'Esse filtro não existe. Use os campos acima para procurar encomendas e ID.',
  ],
  statuses: ['Statuses', 'Estados'],
  methods: ['Methods', 'Métodos'],
  deliveries: ['Delivery states', 'Estados da entrega'],
  amounts: ['Amount in euros', 'Valor em euros'],
  atLeast: ['At least', 'No mínimo'],
  atMost: ['At most', 'No máximo'],
  amountProblem: {
    'not-an-amount': [
      'Enter an amount in euros with at most two decimals, for example 10,50',
      'Indique um valor em euros com, no máximo, duas casas decimais, por exemplo 10,50',
    ],
    negative: ['At least 0', 'No mínimo 0'],
  },
  refused: [(typed: string) => `“${typed}” is not a filter.`, (typed: string) => `«${typed}» não é um filtro.`],
  edit: ['Change the filter', 'Alterar o filtro'],
  close: ['Close', 'Fechar'],
});
