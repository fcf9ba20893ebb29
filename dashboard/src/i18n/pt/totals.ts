import { DAYS_AT_MOST } from '../../finance/totals/totals-parts.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const totals: Catalogue['totals'] = {
  title: 'Totais',
  describe: 'Totais por dia de Lisboa, de contadores atualizados à medida que os pagamentos são concluídos.',
  by: 'Contado no',
  byPaid: 'dia do pagamento',
  byPaidHint:
    'Quando o cliente pagou, segundo o banco. Um dia passado ainda pode mudar, se o banco comunicar mais tarde.',
  byRecorded: 'dia do registo',
  byRecordedHint: 'Quando registámos o pagamento. Um dia passado já não muda.',
  gross: 'Bruto',
  refunded: 'Devolvido',
  fee: 'Comissão do banco',
  feeUnknown: 'Só o banco a conhece',
  feeWhere: 'Reconcilie um dia com o ficheiro do banco para a ver',
  net: 'Líquido de devoluções',
  paidCount: (count, isOne) => (isOne ? '1 pagamento' : `${count} pagamentos`),
  chart: 'Pago por dia, por método',
  chartLabel: 'Barras: euros pagos por dia, MB WAY e Multibanco empilhados',
  days: 'Detalhe diário',
  daysCaption: 'Totais por dia de Lisboa',
  day: 'Dia',
  euros: 'Euros',
  count: 'Quantidade',
  paid: 'Pagas',
  failed: 'Falhadas',
  cancelled: 'Canceladas',
  sum: 'Total',
  none: 'Sem transações neste período.',
  csv: 'Descarregar CSV',
  loading: 'A carregar totais…',
  rebuilt: (at) => `Última reconstrução dos contadores: ${at}.`,
  allMerchants: 'Todos os comerciantes',
  tooLong: `Escolha, no máximo, ${DAYS_AT_MOST} dias.`,
  changed: 'alterado desde a sua exportação',
  changedSince: (count, isOne, at) =>
    `${isOne ? '1 dia foi alterado' : `${count} dias foram alterados`} desde a sua exportação de ${at}. Os dias ` +
    'alterados estão assinalados abaixo e no próximo ficheiro.',
  times: (count) => `${count}×`,
};

export const audit: Catalogue['audit'] = {
  title: 'Auditoria noturna',
  describe:
    'Transações, webhooks, totais e movimentos bancários de um dia, conferidos com as regras depois da meia-noite.',
  none: 'Ainda nenhum dia foi auditado.',
  earlier: 'Noites anteriores com violações, das últimas 30',
  result: (checked, paid, violations, notChecked) =>
    `Transações conferidas: ${checked}, das quais ${paid} pagas nesse dia. Violações: ${violations}. Por ` +
    `conferir: ${notChecked}.`,
  finished: (day, at) => `${day}, concluída em ${at}`,
  kind: 'Violação',
  transaction: 'Transação',
  merchant: 'Comerciante',
  detail: 'Detalhe',
  command: 'Comando',
  more: (count) => `Mais ${count} no registo`,
  kinds: {
    unreadable: 'Item ilegível',
    status: 'O estado não corresponde aos eventos',
    'paid-at': 'A hora do pagamento não corresponde ao estado',
    payload: 'Os dados do webhook não correspondem à transação',
    start: 'Pedido ao banco ainda aberto depois do fim',
    event: 'Entrega de webhook nunca concluída',
    attempts: 'As tentativas do webhook não seguem o calendário',
    undelivered: 'A lista de eventos por entregar está errada',
    due: 'Verificação agendada em falta ou a mais',
    'due-unattended': 'Em atraso há mais de um dia',
    exception: 'Exceção em falta, ou fora da lista',
    order: 'Encomenda paga duas vezes sem exceção',
    totals: 'Os totais não correspondem às transações',
    'totals-above': 'Os totais excedem as transações',
    movement: 'Movimento bancário sem registo',
  },
  reasons: {
    'no-list': 'O banco não lista movimentos',
    'list-failed': 'Não foi possível ler a lista do banco',
    'totals-busy': 'Os totais estavam sempre a mudar',
    unread: 'Não foi possível ler',
  },
};
