import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { formatsIn } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';

const LATER_MS = DELAYS_BEFORE_ATTEMPT_MS.slice(1);
const SECONDS = DEADLINE_MS / 1_000;

export const detailWords = words({
  title: [(order: string) => `Order ${order}`, (order: string) => `Encomenda ${order}`],
  back: ['Back to the list', 'Voltar à lista'],
  live: ['Updates automatically', 'Atualiza-se automaticamente'],
  details: ['Details', 'Detalhes'],
  transactionId: ['Transaction ID', 'ID da transação'],
  orderId: ['Order ID', 'ID da encomenda'],
  method: ['Payment method', 'Método de pagamento'],
  notPaid: ['Not paid', 'Não paga'],
  recorded: ['Recorded', 'Registada em'],
  bankAccount: ['Bank account', 'Conta bancária'],
  entity: ['Entity', 'Entidade'],
  reference: ['Reference', 'Referência'],
  expires: ['Valid until', 'Válida até'],
  expired: ['Was valid until', 'Foi válida até'],
  money: ['Money', 'Dinheiro'],
  paidTwice: ['Another transaction of this order is paid too', 'Outra transação desta encomenda também está paga'],
  delivery: ['Webhook delivery', 'Entrega do webhook'],
  deliveryNone: [
    'No event yet. A webhook is sent when the transaction is paid, failed or cancelled.',
    'Ainda sem evento. O webhook é enviado quando a transação é paga, falha ou é cancelada.',
  ],
  deliveryMeans: {
    pending: [
      `Up to ${MAX_ATTEMPTS} attempts: immediately, then after ${formatsIn('en-GB').durations(LATER_MS)}.`,
      `Até ${MAX_ATTEMPTS} tentativas: de imediato e depois ao fim de ` + `${formatsIn('pt-PT').durations(LATER_MS)}.`,
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
  resendTitle: ['Resend the event', 'Reenviar o evento'],
  resendWhat: [
    (event: string) =>
      `Up to ${MAX_ATTEMPTS} new attempts start for ${event}, with the same bytes and event ID. A ` +
      'server that already has the event recognises it by its ID.',
    (event: string) =>
      `Começam até ${MAX_ATTEMPTS} novas tentativas de ${event}, com os mesmos bytes e ID de ` +
      'evento. Um servidor que já tenha o evento reconhece-o pelo ID.',
  ],
  resendRefunded: [
    'Money of this order was returned: check that the shop does not deliver it.',
    'Foi devolvido dinheiro desta encomenda: confirme que a loja não a entrega.',
  ],
  resendExample: ['The server was down', 'O servidor estava em baixo'],
  resendLeft: [
    'The queue is delayed. The event will be sent within minutes.',
    'A fila está atrasada. O evento será enviado dentro de minutos.',
  ],
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
