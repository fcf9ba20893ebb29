import type { Catalogue } from '../en/catalogue.ts';

export const merchantsScanned: Catalogue['merchantsScanned'] = {
  scanned: (scanned, of) =>
    `São mostrados os primeiros ${scanned} de ${of} comerciantes, por grupos, as transações mais recentes ` +
    'primeiro em cada grupo. Escolha um comerciante para ver primeiro as mais recentes dele.',
};

export const csvExport: Catalogue['csvExport'] = {
  columns: {
    transactionId: 'ID da transação',
    merchantId: 'ID do comerciante',
    merchant: 'comerciante',
    orderId: 'encomenda',
    status: 'estado',
    method: 'método',
    amount: 'montante EUR',
    received: 'recebido EUR',
    created: 'criada (Lisboa)',
    paidOn: 'dia do pagamento (Lisboa)',
    paid: 'paga (Lisboa)',
    recorded: 'registada (Lisboa)',
    entity: 'entidade',
    reference: 'referência',
    bankAccount: 'conta bancária',
    bankId: 'ID do banco',
    event: 'evento',
    delivery: 'entrega',
    attempts: 'tentativas',
  },
  title: 'Exportar para CSV',
  what: 'Um ficheiro para o Excel em português: uma linha por transação, dias e horas de Lisboa, ID como texto.',
  period: (by, from, to) => `${by}: de ${from} a ${to}`,
  withFilters: (count) => (count === 0 ? 'Sem filtros.' : count === 1 ? 'Com 1 filtro.' : `Com ${count} filtros.`),
  start: 'Exportar',
  going: (rows, until, merchants) =>
    `${rows} até agora, até ${until}${
      merchants ? `, dos primeiros ${merchants.scanned} de ${merchants.of} comerciantes` : ''
    }.`,
  starting: 'A começar…',
  progress: 'Exportação',
  stop: 'Cancelar',
  done: (rows) => `Guardado: ${rows}.`,
  saveAgain: 'Guardar de novo',
  failedAtStart: 'Não foi guardado nenhum ficheiro.',
  failed: (rows) => `Interrompida depois de ${rows}. Ainda não foi guardado nenhum ficheiro.`,
  stopped: (rows) =>
    `Parada depois de ${rows}. Não foi guardado nenhum ficheiro. As linhas recebidas mantêm-se enquanto esta ` +
    'janela estiver aberta.',
  sum: (count, isOne, euros) => `${isOne ? '1 transação' : `${count} transações`}: ${euros}`,
  sumPaid: (count, isOne, euros) => `${count} ${isOne ? 'paga' : 'pagas'}. Recebido: ${euros}.`,
  resume: 'Continuar',
  rows: (count, isOne) => (isOne ? '1 linha' : `${count} linhas`),
};
