import type { EventKind } from '../../../functions/webhooks/event-kind.ts';
import { PRESET_DAYS } from '../period/days.ts';

/** Words that the lists, the transaction and the pages of finance share. */
const en = {
  status: { pending: 'Pending', paid: 'Paid', failed: 'Failed', cancelled: 'Cancelled' },
  method: { MBWAY: 'MB WAY', REFERENCE: 'Multibanco', none: 'No method yet' },
  delivery: {
    pending: 'Delivering',
    delivered: 'Answered 2xx',
    not_delivered: 'Not delivered',
    skipped: 'Skipped',
    superseded: 'Superseded',
    none: 'No event yet',
  },
  event: {
    'payment.success': 'Payment confirmed',
    'payment.failed': 'Payment failed',
    'payment.cancelled': 'Cancelled or expired',
    'webhook.test': 'Test event',
  } satisfies Record<EventKind, string>,
  find: {
    created: 'Created on',
    paid: 'Paid on',
    order: 'Order id',
    transaction: 'Transaction id',
  },
  preset: {
    today: 'Today',
    yesterday: 'Yesterday',
    week: `Last ${PRESET_DAYS.week} days`,
    month: `Last ${PRESET_DAYS.month} days`,
    'this-month': 'This month',
    own: 'Other days…',
  },
  period: 'Period',
  merchant: 'Merchant',
  order: 'Order',
  transaction: 'Transaction',
  amount: 'Amount',
  statusHeading: 'Status',
  methodHeading: 'Method',
  deliveryHeading: 'Webhook',
  created: 'Created',
  paid: 'Paid',
  lisbon: 'Days and times are Lisbon’s.',
  close: 'Close',
  none: '–',
};

const pt: typeof en = {
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

export const WORDS = { en, pt };
