const en = {
  label: 'Filters of the list',
  placeholder: 'Filter by status, method, webhook or amount',
  nothing: 'There is no such filter. Orders and ids are found by the fields above.',
  statuses: 'Statuses',
  methods: 'Methods',
  deliveries: 'Delivery states',
  amounts: 'Amount in euros',
  atLeast: 'At least',
  atMost: 'At most',
  amountProblem: {
    'not-an-amount': 'An amount in euros with at most two decimals, such as 10,50',
    negative: 'At least 0',
  },
  refused: (typed: string) => `“${typed}” filters nothing.`,
  edit: 'Change the filter',
  close: 'Close',
};

const pt: typeof en = {
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

export const FILTER_TEXT = { en, pt };
