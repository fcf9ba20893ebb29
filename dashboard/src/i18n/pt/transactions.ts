import type { EventKind } from '../../../../functions/webhooks/event-kind.ts';
import { PRESET_DAYS } from '../../period/days.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const transactions: Catalogue['transactions'] = {
  status: { pending: 'Pendente', paid: 'Paga', failed: 'Falhada', cancelled: 'Cancelada' },
  method: { MBWAY: 'MB WAY', REFERENCE: 'Multibanco', none: 'Ainda sem método' },
  delivery: {
    pending: 'A entregar',
    delivered: 'Respondeu 2xx',
    not_delivered: 'Não entregue',
    skipped: 'Não enviado',
    superseded: 'Substituído',
    none: 'Ainda sem evento',
  },
  event: {
    'payment.success': 'Pagamento confirmado',
    'payment.failed': 'Pagamento falhado',
    'payment.cancelled': 'Cancelado ou expirado',
    'webhook.test': 'Evento de teste',
  } satisfies Record<EventKind, string>,
  find: {
    created: 'Criadas em',
    paid: 'Pagas em',
    order: 'Id da encomenda',
    transaction: 'Id da transação',
  },
  preset: {
    today: 'Hoje',
    yesterday: 'Ontem',
    week: `Últimos ${PRESET_DAYS.week} dias`,
    month: `Últimos ${PRESET_DAYS.month} dias`,
    'this-month': 'Este mês',
    own: 'Outros dias…',
  },
  period: 'Período',
  merchant: 'Comerciante',
  order: 'Encomenda',
  transaction: 'Transação',
  amount: 'Valor',
  statusHeading: 'Estado',
  methodHeading: 'Método',
  deliveryHeading: 'Webhook',
  created: 'Criada',
  paid: 'Paga',
  lisbon: 'Dias e horas de Lisboa.',
  close: 'Fechar',
  none: '–',
};

export const transactionList: Catalogue['transactionList'] = {
  title: 'Transações',
  caption: 'Transações, da mais recente para a mais antiga',
  describe: 'Por período, encomenda ou id; as mais recentes primeiro.',
  find: 'Procurar por',
  look: 'Procurar',
  idPlaceholder: 'tx_…',
  orderPlaceholder: 'O id da encomenda tal como a loja o escreveu',
  filtersOn: (count) => (count === 0 ? 'Filtros' : `Filtros (${count})`),
  refresh: 'Atualizar',
  exportCsv: 'Exportar CSV',
  exportNeedsPeriod: 'Escolha um período para exportar.',
  loading: 'A procurar transações…',
  further: (scanned) => `Ainda nada: ${scanned} vistas, a procurar mais atrás…`,
  stop: 'Parar',
  more: 'Mostrar mais',
  loadMore: 'Procurar mais atrás',
  whole: (count) => `É tudo: ${count}.`,
  wholeFiltered: (count, scanned) => `Foi tudo visto (${scanned}): ${count} correspondem.`,
  partial: (scanned, until) => `Vistas ${scanned} até agora, recuando até ${until}. Há mais antes disso.`,
  partialUntimed: (scanned) => `Vistas ${scanned} até agora. Há mais.`,
  recorded: 'Registada',
  transactionId: 'Id da transação',
  selection: 'Apresentada por baixo da lista',
  select: (order) => `Ver ${order} por baixo da lista`,
  preferences: 'Colunas',
};

export const emptyList: Catalogue['emptyList'] = {
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

export const listFilter: Catalogue['listFilter'] = {
  label: 'Filtros da lista',
  placeholder: 'Filtrar por estado, método, webhook ou valor',
  nothing: 'Não há esse filtro. As encomendas e os ids procuram-se nos campos acima.',
  statuses: 'Estados',
  methods: 'Métodos',
  deliveries: 'Estados da entrega',
  amounts: 'Valor em euros',
  atLeast: 'No mínimo',
  atMost: 'No máximo',
  amountProblem: {
    'not-an-amount': 'Um valor em euros com, no máximo, duas casas decimais, como 10,50',
    negative: 'No mínimo 0',
  },
  refused: (typed) => `«${typed}» não filtra nada.`,
  edit: 'Alterar o filtro',
  close: 'Fechar',
};

export const preferences: Catalogue['preferences'] = {
  title: 'O que a tabela mostra',
  confirm: 'Confirmar',
  cancel: 'Cancelar',
  columns: 'Colunas',
  wrapLines: 'Quebrar linhas longas',
  dense: 'Linhas compactas',
  wrapLinesHint: 'Mostrar o texto todo em várias linhas.',
  denseHint: 'Mais linhas num só ecrã.',
  columnsHint: 'Que colunas se mostram, e por que ordem.',
};

export const merchantsScanned: Catalogue['merchantsScanned'] = {
  scanned: (scanned: string, of: string) =>
    `Há ${of} comerciantes e a lista percorre-os por grupos: estas são dos primeiros ${scanned}, as mais recentes primeiro em cada grupo. Indique um comerciante para ver logo as mais recentes dele.`,
};

export const csvExport: Catalogue['csvExport'] = {
  title: 'Exportar para CSV',
  what: 'Um ficheiro que o Excel em português abre bem: uma linha por transação, dias e horas de Lisboa, ids como texto.',
  period: (by, from, to) => `${by}: de ${from} a ${to}`,
  withFilters: (count) => (count === 0 ? 'Sem filtros.' : count === 1 ? 'Com 1 filtro.' : `Com ${count} filtros.`),
  mark: 'Assinalar o que mudou desde a sua última exportação',
  markHint: (at) => `Exportou este mesmo filtro, neste navegador, em ${at}.`,
  start: 'Exportar',
  going: (rows, until) => `${rows} até agora, recuando até ${until}`,
  ofMerchants: (going, scanned, of) => `${going}, dos primeiros ${scanned} de ${of} comerciantes`,
  starting: 'A começar…',
  progress: 'Exportação',
  stop: 'Cancelar',
  done: (rows) => `Guardado: ${rows}.`,
  saveAgain: 'Guardar de novo',
  failedAtStart: 'Não foi guardado nenhum ficheiro.',
  failed: (rows) => `Foi interrompida depois de ${rows}; ainda não foi guardado nenhum ficheiro.`,
  stopped: (rows) =>
    `Parada depois de ${rows}; não foi guardado nenhum ficheiro. O que já veio mantém-se enquanto esta janela estiver aberta.`,
  goOn: 'Continuar daí',
  rows: (count, isOne) => (isOne ? '1 linha' : `${count} linhas`),
};
