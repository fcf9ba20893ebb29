import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { formatDurations } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';

const LATER_MS = DELAYS_BEFORE_ATTEMPT_MS.slice(1);
const SECONDS = DEADLINE_MS / 1_000;

export const detailWords = words({
  title: [(order: string) => `Order ${order}`, (order: string) => `Encomenda ${order}`],
  untitled: ['Transaction', 'Transação'],
  back: ['Back to the list', 'Voltar à lista'],
  refresh: ['Refresh', 'Atualizar'],
  live: ['Updates automatically', 'Atualiza-se automaticamente'],
  details: ['Details', 'Detalhes'],
  transactionId: ['Transaction ID', 'ID da transação'],
  orderId: ['Order ID', 'ID da encomenda'],
  merchantId: ['Merchant', 'Comerciante'],
  amount: ['Amount', 'Valor'],
  status: ['Status', 'Estado'],
  method: ['Payment method', 'Método de pagamento'],
  created: ['Created', 'Criada em'],
  paid: ['Paid', 'Paga em'],
  notPaid: ['Not paid', 'Não paga'],
  recorded: ['Recorded', 'Registada em'],
  bankAccount: ['Bank account', 'Conta bancária'],
  entity: ['Entity', 'Entidade'],
  reference: ['Reference', 'Referência'],
  expires: ['Valid until', 'Válida até'],
  expired: ['Was valid until', 'Foi válida até'],
  money: ['Money', 'Dinheiro'],
  movement: {
    payment: ['Payment', 'Pagamento'],
    other: ['Other money received', 'Outro dinheiro recebido'],
  },
  what: ['Movement', 'Movimento'],
  at: ['Time', 'Hora'],
  timeIsOurs: [
    'The bank gave no time: this is the time of our record.',
    'O banco não indicou a hora: esta é a do nosso registo.',
  ],
  noAmount: ['No readable amount', 'Sem valor legível'],
  requested: [(euros: string) => `Requested: ${euros}`, (euros: string) => `Valor esperado: ${euros}`],
  start: ['Method, request', 'Método, pedido'],
  request: [(number: number) => `request ${number}`, (number: number) => `pedido ${number}`],
  bankName: ['Bank’s name', 'Identificação no banco'],
  gross: ['Received for payments', 'Recebido por pagamentos'],
  other: ['Other money received', 'Outro dinheiro recebido'],
  otherWhat: [
    'Other money may have to be returned; it is not revenue.',
    'Outro dinheiro pode ter de ser devolvido; não é receita.',
  ],
  returned: ['Returned', 'Devolvido'],
  unreadable: [
    (count: number) =>
      count === 1
        ? '1 return without a readable amount is not counted.'
        : `${count} returns without a readable amount are not counted.`,
    (count: number) =>
      count === 1
        ? '1 devolução sem valor legível não é contada.'
        : `${count} devoluções sem valor legível não são contadas.`,
  ],
  balance: ['Balance, before the bank’s fees', 'Saldo, antes das comissões do banco'],
  moreReturned: [
    (returned: string, received: string) =>
      `More was returned than received: ${returned} of ${received}. Compare the payment and its returns at the bank.`,
    (returned: string, received: string) =>
      `Foi devolvido mais do que o recebido: ${returned} de ${received}. Compare no banco o pagamento e as devoluções.`,
  ],
  paidTwice: ['Another transaction of this order is paid too', 'Outra transação desta encomenda também está paga'],
  delivery: ['Webhook delivery', 'Entrega do webhook'],
  deliveryNone: [
    'No event yet. A webhook is sent when the transaction is paid, failed or cancelled.',
    'Ainda sem evento. O webhook é enviado quando a transação é paga, falha ou é cancelada.',
  ],
  deliveryMeans: {
    pending: [
      `Up to ${MAX_ATTEMPTS} attempts: immediately, then after ${formatDurations(LATER_MS, 'en-GB')}.`,
      `Até ${MAX_ATTEMPTS} tentativas: de imediato e depois ao fim de ` + `${formatDurations(LATER_MS, 'pt-PT')}.`,
    ],
    delivered: [
      `The server answered with a 2xx status within ${SECONDS} seconds. We do not know how it processed the event.`,
      `O servidor respondeu com um código 2xx em menos de ${SECONDS} segundos. Não sabemos como tratou o evento.`,
    ],
    not_delivered: [
      'All attempts failed, and the event was not delivered. See the reason below, then resend the event.',
      'Todas as tentativas falharam: o evento não foi entregue. Veja o motivo abaixo e reenvie-o.',
    ],
    skipped: [
      'Not sent: webhooks were off, or no URL was set.',
      'Não enviado: os webhooks estavam desligados ou não havia URL.',
    ],
    superseded: [
      'A newer event of this transaction has the current status.',
      'Um evento mais recente desta transação tem o estado atual.',
    ],
  },
  deliveryState: {
    pending: ['Pending', 'Pendente'],
    delivered: ['Delivered', 'Entregue'],
    not_delivered: ['Not delivered', 'Não entregue'],
    skipped: ['Not sent (webhooks off or no URL)', 'Não enviado (webhooks desligados ou sem URL)'],
    superseded: ['Replaced by newer event', 'Substituído por evento mais recente'],
  },
  event: ['Event', 'Evento'],
  eventId: ['Event ID', 'ID do evento'],
  attempts: ['Attempts', 'Tentativas'],
  resends: [
    (number: number) => (number === 0 ? 'not resent' : `resend ${number}`),
    (number: number) => (number === 0 ? 'sem reenvios' : `reenvio ${number}`),
  ],
  next: [(when: string) => `next attempt ${when}`, (when: string) => `próxima tentativa ${when}`],
  nextDue: ['the next attempt is due', 'a próxima tentativa está prestes a começar'],
  resend: ['Resend', 'Reenviar'],
  siblings: ['Other transactions of this order', 'Outras transações desta encomenda'],
  siblingsHint: [
    'An order can have several transactions. If two are paid, the customer paid twice.',
    'Uma encomenda pode ter várias transações. Se houver duas pagas, o cliente pagou duas vezes.',
  ],
  siblingsMore: ['The order has more transactions.', 'A encomenda tem mais transações.'],
  incomplete: [
    'The timeline is too long to load completely. Its end is not shown.',
    'A cronologia é demasiado longa para ser carregada por completo. O fim não é mostrado.',
  ],
  openException: [
    (count: number) => (count === 1 ? '1 open exception' : `${count} open exceptions`),
    (count: number) => (count === 1 ? '1 exceção em aberto' : `${count} exceções em aberto`),
  ],
  toTimeline: ['See the timeline', 'Ver na cronologia'],
  toException: ['View exceptions', 'Ver exceções'],
  timeline: ['Timeline', 'Cronologia'],
});
