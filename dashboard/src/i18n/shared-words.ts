import type { ReturnKind } from '../../../functions/banking/bank.ts';
import type { ExceptionKind } from '../../../functions/payments/exceptions/exception.ts';
import type { MovementKind } from '../../../functions/payments/money/movement.ts';
import { MAX_REASON_CHARACTERS } from '../../../functions/runtime/text-limits.ts';
import type { EventKind } from '../../../functions/webhooks/event-kind.ts';
import { type Pair, words } from './words.ts';

/** Words that many pages use. */
export const commonWords = words({
  product: ['Payment Service', 'Payment Service'],
  requestId: ['Request ID', 'ID do pedido'],
  loading: ['Loading…', 'A carregar…'],
  retry: ['Try again', 'Tentar de novo'],
  stale: [
    'Showing earlier data. It may be out of date.',
    'São mostrados dados anteriores, que podem estar desatualizados.',
  ],
  refresh: ['Refresh', 'Atualizar'],
  exportCsv: ['Export CSV', 'Exportar CSV'],
  save: ['Save', 'Guardar'],
  cancel: ['Cancel', 'Cancelar'],
  close: ['Close', 'Fechar'],
  copied: ['Copied', 'Copiado'],
  copyFailed: ['Copy failed', 'Não foi possível copiar'],
  copyWhat: [(what: string) => `Copy ${what}`, (what: string) => `Copiar ${what}`],
  reveal: ['Reveal', 'Revelar'],
  hide: ['Hide', 'Ocultar'],
  rotate: ['Rotate', 'Renovar'],
  reason: ['Reason', 'Motivo'],
  reasonHint: [
    `Saved with the record. Up to ${MAX_REASON_CHARACTERS} characters.`,
    `Fica guardado com o registo. Até ${MAX_REASON_CHARACTERS} caracteres.`,
  ],
  reasonMissing: ['Enter a reason.', 'Indique o motivo.'],
  loadMore: ['Load more', 'Carregar mais'],
  stop: ['Stop', 'Parar'],
  results: [
    (count: string) => (count === '1' ? '1 result' : `${count} results`),
    (count: string) => (count === '1' ? '1 resultado' : `${count} resultados`),
  ],
  merchantsScanned: [
    (scanned: string, of: string) =>
      `Showing the first ${scanned} of ${of} merchants, in groups, newest first within each group. Choose one ` +
      'merchant to see its newest transactions first.',
    (scanned: string, of: string) =>
      `São mostrados os primeiros ${scanned} de ${of} comerciantes, por grupos, as transações mais recentes ` +
      'primeiro em cada grupo. Escolha um comerciante para ver primeiro as mais recentes dele.',
  ],

  namesFailed: [
    'Merchant names could not be loaded. IDs are shown instead.',
    'Não foi possível carregar os nomes dos comerciantes. São mostrados os ID.',
  ],
  /** Before a figure that is a lower bound. */
  atLeast: [(figure: string) => `at least ${figure}`, (figure: string) => `pelo menos ${figure}`],
  yes: ['Yes', 'Sim'],
  no: ['No', 'Não'],
  startFailed: ['The dashboard could not be started', 'Não foi possível abrir o painel'],
  startFailedWhy: ['Check your connection and reload the page.', 'Verifique a sua ligação e recarregue a página.'],
  reloadPage: ['Reload the page', 'Recarregar a página'],
  broken: ['Something went wrong', 'Ocorreu um erro'],
  brokenWhy: [
    'The fault is on our side. Nothing was changed. Reload the page. If it happens again, contact us.',
    'O erro é nosso e nada foi alterado. Recarregue a página. Se voltar a acontecer, contacte-nos.',
  ],
  newVersion: ['The dashboard has been updated', 'O painel foi atualizado'],
  newVersionWhy: [
    'This page is from the previous version. Reload it to continue.',
    'Esta página é da versão anterior. Recarregue-a para continuar.',
  ],
});

/** Of exceptions, wherever one is named. */
export const exceptionKindWords = words({
  late: ['paid late', 'pago fora de prazo'],
  'paid-twice': ['paid twice', 'pago duas vezes'],
  'order-paid-twice': ['order paid twice', 'encomenda paga duas vezes'],
  underpaid: ['underpaid', 'pago a menos'],
  overpaid: ['overpaid', 'pago a mais'],
  'unclear-payment': ['unclear payment', 'pagamento pouco claro'],
  'bank-undecided': ['bank undecided', 'banco sem decisão'],
  'unknown-payment': ['unknown payment', 'pagamento desconhecido'],
  'unknown-refund': ['unknown refund', 'devolução desconhecida'],
} satisfies Record<ExceptionKind, Pair>);

/** Of money, wherever it is named. */
export const moneyWords = words({
  kind: {
    payment: ['Payment', 'Pagamento'],
    other: ['Other money received', 'Outro dinheiro recebido'],
    returned: ['Returned', 'Devolvido'],
  } satisfies Record<MovementKind, Pair>,
  reason: {
    ...exceptionKindWords,
    refund: ['refund', 'reembolso'],
    reversal: ['reversal', 'estorno'],
    annulment: ['annulment', 'anulação'],
    chargeback: ['chargeback', 'chargeback'],
    other: ['other', 'outra'],
  } satisfies Record<ExceptionKind | ReturnKind, Pair>,
  received: ['Received for payments', 'Recebido por pagamentos'],
  balance: ['Balance, before the bank’s fees', 'Saldo, antes das comissões do banco'],
  noRevenue: [
    'Other money may have to be returned; it is not revenue.',
    'Outro dinheiro pode ter de ser devolvido; não é receita.',
  ],
});

/** Words that the lists, the transaction and the pages of finance share. */
export const transactionWords = words({
  status: {
    pending: ['Pending', 'Pendente'],
    paid: ['Paid', 'Paga'],
    failed: ['Failed', 'Falhou'],
    cancelled: ['Cancelled', 'Cancelada'],
  },
  method: {
    MBWAY: ['MB WAY', 'MB WAY'],
    REFERENCE: ['Multibanco', 'Multibanco'],
    none: ['No method yet', 'Ainda sem método'],
  },
  delivery: {
    pending: ['Delivering', 'A entregar'],
    delivered: ['Delivered', 'Entregue'],
    not_delivered: ['Not delivered', 'Não entregue'],
    skipped: ['Not sent (webhooks off or no URL)', 'Não enviado (webhooks desligados ou sem URL)'],
    superseded: ['Replaced by newer event', 'Substituído por evento mais recente'],
    none: ['No event yet', 'Ainda sem evento'],
  },
  event: {
    'payment.success': ['Payment confirmed', 'Pagamento confirmado'],
    'payment.failed': ['Payment failed', 'O pagamento falhou'],
    'payment.cancelled': ['Cancelled or expired', 'Cancelado ou expirado'],
    'webhook.test': ['Test event', 'Evento de teste'],
  } satisfies Record<EventKind, Pair>,
  find: {
    created: ['Created on', 'Criada em'],
    paid: ['Paid on', 'Paga em'],
  },
  preset: {
    today: ['Today', 'Hoje'],
    yesterday: ['Yesterday', 'Ontem'],
    month: ['Last 30 days', 'Últimos 30 dias'],
    'this-month': ['This month', 'Este mês'],
    'last-month': ['Last month', 'Mês passado'],
    own: ['Other days…', 'Outros dias…'],
  },
  period: ['Period', 'Período'],
  merchant: ['Merchant', 'Comerciante'],
  allMerchants: ['All merchants', 'Todos os comerciantes'],
  order: ['Order', 'Encomenda'],
  transaction: ['Transaction', 'Transação'],
  amount: ['Amount', 'Valor'],
  received: ['Received', 'Recebido'],
  statusHeading: ['Status', 'Estado'],
  methodHeading: ['Method', 'Método'],
  deliveryHeading: ['Webhook', 'Webhook'],
  created: ['Created', 'Criada em'],
  paid: ['Paid', 'Paga em'],
  lisbon: ['Times in Europe/Lisbon', 'Hora de Lisboa'],
});
