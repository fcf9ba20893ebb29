import { MAX_REASON_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { formatDurations } from '../format.ts';

const SECONDS = DEADLINE_MS / 1_000;
const LATER_MS = DELAYS_BEFORE_ATTEMPT_MS.slice(1);

export const transactionDetail: Catalogue['transactionDetail'] = {
  title: (order) => `Encomenda ${order}`,
  untitled: 'Transação',
  back: 'Voltar à lista',
  refresh: 'Atualizar',
  live: 'Atualiza-se automaticamente',
  details: 'Detalhes',
  transactionId: 'ID da transação',
  orderId: 'ID da encomenda',
  merchantId: 'Comerciante',
  amount: 'Valor',
  status: 'Estado',
  method: 'Método de pagamento',
  created: 'Criada em',
  paid: 'Paga em',
  notPaid: 'Não paga',
  recorded: 'Registada em',
  bankAccount: 'Conta bancária',
  entity: 'Entidade',
  reference: 'Referência',
  expires: 'Válida até',
  expired: 'Foi válida até',
  money: 'Dinheiro',
  movement: { payment: 'Pagamento', other: 'Outro dinheiro recebido' },
  what: 'Movimento',
  at: 'Hora',
  timeIsOurs: 'O banco não indicou a hora: esta é a do nosso registo.',
  noAmount: 'Sem valor legível',
  requested: (euros) => `Valor esperado: ${euros}`,
  start: 'Método, pedido',
  request: (number) => `pedido ${number}`,
  bankName: 'Identificação no banco',
  gross: 'Recebido por pagamentos',
  other: 'Outro dinheiro recebido',
  otherWhat: 'Outro dinheiro pode ter de ser devolvido; não é receita.',
  returned: 'Devolvido',
  unreadable: (count) =>
    count === 1
      ? '1 devolução sem valor legível não é contada.'
      : `${count} devoluções sem valor legível não são contadas.`,
  balance: 'Saldo, antes das comissões do banco',
  moreReturned: (returned, received) =>
    `Foi devolvido mais do que o recebido: ${returned} de ${received}. Compare no banco o pagamento e as devoluções.`,
  paidTwice: 'Outra transação desta encomenda também está paga',
  delivery: 'Entrega do webhook',
  deliveryNone: 'Ainda sem evento. O webhook é enviado quando a transação é paga, falha ou é cancelada.',
  deliveryMeans: {
    pending:
      `Até ${MAX_ATTEMPTS} tentativas: de imediato e depois ao fim de ` + `${formatDurations(LATER_MS, 'pt-PT')}.`,
    delivered: `O servidor respondeu com um código 2xx em menos de ${SECONDS} segundos. Não sabemos como tratou o evento.`,
    not_delivered: 'Todas as tentativas falharam: o evento não foi entregue. Veja o motivo abaixo e reenvie-o.',
    skipped: 'Não enviado: os webhooks estavam desligados ou não havia URL.',
    superseded: 'Um evento mais recente desta transação tem o estado atual.',
  },
  deliveryState: {
    pending: 'Pendente',
    delivered: 'Entregue',
    not_delivered: 'Não entregue',
    skipped: 'Não enviado (webhooks desligados ou sem URL)',
    superseded: 'Substituído por evento mais recente',
  },
  event: 'Evento',
  eventId: 'ID do evento',
  attempts: 'Tentativas',
  resends: (number) => (number === 0 ? 'sem reenvios' : `reenvio ${number}`),
  next: (when) => `próxima tentativa ${when}`,
  nextDue: 'a próxima tentativa está prestes a começar',
  resend: 'Reenviar',
  siblings: 'Outras transações desta encomenda',
  siblingsHint: 'Uma encomenda pode ter várias transações. Se houver duas pagas, o cliente pagou duas vezes.',
  siblingsMore: 'A encomenda tem mais transações.',
  incomplete: 'A cronologia é demasiado longa para ser carregada por completo. O fim não é mostrado.',
  openException: (count) => (count === 1 ? '1 exceção em aberto' : `${count} exceções em aberto`),
  toTimeline: 'Ver na cronologia',
  toException: 'Ver exceções',
  timeline: 'Cronologia',
  timelineHint: 'Hora de Lisboa. Aponte para uma hora para a ver em UTC.',
};

export const resend: Catalogue['resend'] = {
  title: 'Reenviar o evento',
  what: (event) =>
    `Começam até ${MAX_ATTEMPTS} novas tentativas de ${event}, com os mesmos bytes e ID de ` +
    'evento. Um servidor que já tenha o evento reconhece-o pelo ID.',
  why: 'Motivo',
  whyHint: `Fica guardado com a entrega, com o seu nome. Até ${MAX_REASON_CHARACTERS} caracteres.`,
  whyExample: 'O servidor deles estava em baixo',
  whyMissing: 'Indique o motivo.',
  send: 'Reenviar',
  left: 'A fila está atrasada. O evento será enviado dentro de minutos.',
};
