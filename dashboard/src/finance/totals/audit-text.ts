import type { NotChecked } from '../../../../functions/finance/audit/tally.ts';
import type { ViolationKind } from '../../../../functions/finance/audit/violation.ts';

interface Words {
  title: string;
  describe: string;
  none: string;
  earlier: string;
  result: (checked: string, paid: string, violations: string, notChecked: string) => string;
  finished: (day: string, at: string) => string;
  kind: string;
  transaction: string;
  merchant: string;
  detail: string;
  command: string;
  more: (count: string) => string;
  kinds: Record<ViolationKind, string>;
  reasons: Record<NotChecked, string>;
}

const en: Words = {
  title: 'Nightly audit',
  describe: 'Transactions, webhooks, totals and bank movements of a day, checked against the rules after midnight.',
  none: 'No day has been audited yet.',
  earlier: 'Earlier nights with violations, of the last 30',
  result: (checked, paid, violations, notChecked) =>
    `Transactions checked: ${checked}, ${paid} of them paid that day. Violations: ${violations}. Not checked: ${notChecked}.`,
  finished: (day, at) => `${day}, finished ${at}`,
  kind: 'Violation',
  transaction: 'Transaction',
  merchant: 'Merchant',
  detail: 'Detail',
  command: 'Command',
  more: (count) => `${count} more in the log`,
  kinds: {
    unreadable: 'Item cannot be read',
    status: 'Status does not match its events',
    'paid-at': 'Payment time does not match the status',
    payload: 'Webhook data does not match the transaction',
    start: 'Bank request still open after the end',
    event: 'Webhook delivery never finished',
    attempts: 'Webhook attempts do not match the schedule',
    undelivered: 'List of undelivered events is wrong',
    due: 'Scheduled check missing or left over',
    'due-unattended': 'Due for more than a day',
    exception: 'Exception missing, or in no list',
    order: 'Order paid twice without an exception',
    totals: 'Totals do not match the transactions',
    'totals-above': 'Totals count more than the transactions',
    movement: 'Bank movement without a record',
  },
  reasons: {
    'no-list': 'The bank lists no movements',
    'list-failed': 'The bank’s list could not be read',
    'totals-busy': 'Totals kept changing',
    unread: 'Could not be read',
  },
};

const pt: Words = {
  title: 'Auditoria noturna',
  describe:
    'Transações, webhooks, totais e movimentos bancários de um dia, conferidos com as regras depois da meia-noite.',
  none: 'Ainda não foi auditado nenhum dia.',
  earlier: 'Noites anteriores com violações, das últimas 30',
  result: (checked, paid, violations, notChecked) =>
    `Transações conferidas: ${checked}, das quais ${paid} pagas nesse dia. Violações: ${violations}. Por conferir: ${notChecked}.`,
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
    'totals-busy': 'Os totais não paravam de mudar',
    unread: 'Não foi possível ler',
  },
};

export const AUDIT_TEXT = { en, pt };
