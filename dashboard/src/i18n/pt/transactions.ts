import type { EventKind } from '../../../../functions/webhooks/event-kind.ts';
import { PRESET_DAYS } from '../../period/days.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const transactions: Catalogue['transactions'] = {
  status: { pending: 'Pendente', paid: 'Paga', failed: 'Falhou', cancelled: 'Cancelada' },
  method: { MBWAY: 'MB WAY', REFERENCE: 'Multibanco', none: 'Ainda sem método' },
  delivery: {
    pending: 'A entregar',
    delivered: 'Entregue',
    not_delivered: 'Não entregue',
    skipped: 'Não enviado (webhooks desligados ou sem URL)',
    superseded: 'Substituído por evento mais recente',
    none: 'Ainda sem evento',
  },
  event: {
    'payment.success': 'Pagamento confirmado',
    'payment.failed': 'O pagamento falhou',
    'payment.cancelled': 'Cancelado ou expirado',
    'webhook.test': 'Evento de teste',
  } satisfies Record<EventKind, string>,
  find: {
    created: 'Criada em',
    paid: 'Paga em',
    order: 'ID da encomenda',
    transaction: 'ID da transação',
    reference: 'Referência Multibanco',
  },
  preset: {
    today: 'Hoje',
    yesterday: 'Ontem',
    week: `Últimos ${PRESET_DAYS.week} dias`,
    month: `Últimos ${PRESET_DAYS.month} dias`,
    'this-month': 'Este mês',
    'last-month': 'Mês passado',
    own: 'Outros dias…',
  },
  period: 'Período',
  merchant: 'Comerciante',
  order: 'Encomenda',
  transaction: 'Transação',
  amount: 'Valor',
  received: 'Recebido',
  statusHeading: 'Estado',
  methodHeading: 'Método',
  deliveryHeading: 'Webhook',
  created: 'Criada em',
  paid: 'Paga em',
  lisbon: 'Hora de Lisboa',
  close: 'Fechar',
  none: '–',
};

export const transactionList: Catalogue['transactionList'] = {
  title: 'Transações',
  caption: 'Transações, as mais recentes primeiro',
  describe: 'Por período, encomenda ou ID, as mais recentes primeiro.',
  find: 'Procurar por',
  search: 'Procurar',
  placeholder: {
    order: 'O ID da encomenda, ou o seu início',
    transaction: 'tx_…',
    reference: 'Entidade e referência, como 12345 123 456 789',
  },
  statusTabs: 'Estado',
  allStatuses: 'Todas',
  statusTab: { pending: 'Pendentes', paid: 'Pagas', failed: 'Falhadas', cancelled: 'Canceladas' },
  filtersOn: (count) => (count === 0 ? 'Filtros' : `Filtros (${count})`),
  refresh: 'Atualizar',
  exportCsv: 'Exportar CSV',
  exportNeedsPeriod: 'Escolha um período para exportar.',
  loading: 'A pesquisar transações…',
  further: (scanned) => `Ainda sem resultados. Pesquisadas ${scanned}, a pesquisar mais atrás…`,
  results: (count) => (count === '1' ? '1 resultado' : `${count} resultados`),
  resultsScanned: (count, scanned) =>
    `${count === '1' ? '1 resultado' : `${count} resultados`}, de ${scanned === '1' ? '1 transação pesquisada' : `${scanned} transações pesquisadas`}`,
  partial: (scanned, until) => `Pesquisadas ${scanned}, até ${until}. Há mais.`,
  partialUntimed: (scanned) => `Pesquisadas ${scanned}. Há mais.`,
};

export const emptyList: Catalogue['emptyList'] = {
  clear: 'Limpar filtros',
  noneTitle: 'Sem transações',
  noneInPeriod: 'Sem transações neste período.',
  noneWithFilters: 'Nenhuma transação corresponde aos filtros.',
  noneSoFar: (until) => `Ainda sem resultados, até ${until}.`,
  noneOf: {
    order: 'Nenhum ID de encomenda começa por este texto.',
    transaction: 'Nenhuma transação tem este ID.',
    reference: 'Nenhuma transação tem esta referência.',
  },
  referenceHint: 'Para uma referência Multibanco mais antiga, indique também a entidade.',
  askReference: 'Indique acima a referência (9 dígitos), com ou sem a entidade (5 dígitos) antes dela.',
  askId: 'Escreva um ID acima.',
  firstSteps: 'Ainda sem transações? A sua chave da API e uma chamada de exemplo estão em Chaves da API.',
  toApiKeys: 'Chaves da API',
  longer: `Pesquisar ${PRESET_DAYS.month} dias`,
};

export const listFilter: Catalogue['listFilter'] = {
  label: 'Filtros da lista',
  placeholder: 'Filtrar por estado, método, webhook ou valor',
  nothing: 'Esse filtro não existe. Use os campos acima para procurar encomendas e ID.',
  statuses: 'Estados',
  methods: 'Métodos',
  deliveries: 'Estados da entrega',
  amounts: 'Valor em euros',
  atLeast: 'No mínimo',
  atMost: 'No máximo',
  amountProblem: {
    'not-an-amount': 'Indique um valor em euros com, no máximo, duas casas decimais, por exemplo 10,50',
    negative: 'No mínimo 0',
  },
  refused: (typed) => `«${typed}» não é um filtro.`,
  edit: 'Alterar o filtro',
  close: 'Fechar',
};
