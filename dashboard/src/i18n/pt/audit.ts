import type { audit as english } from '../en/audit.ts';

export const audit: typeof english = {
  title: 'Auditoria noturna',
  describe:
    'Transações, webhooks, totais e movimentos bancários de um dia, conferidos com as regras depois da meia-noite.',
  none: 'Ainda nenhum dia foi auditado.',
  earlier: 'Noites anteriores com violações, das últimas 30',
  result: (checked, paid, violations, notChecked) =>
    `Transações conferidas: ${checked}. Pagas nesse dia: ${paid}. Violações: ${violations}. Por conferir: ${notChecked}.`,
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
    sums: 'Soma guardada diferente da dos seus registos',
    order: 'Encomenda paga duas vezes sem exceção',
    totals: 'Os totais não correspondem às transações',
    'totals-above': 'Os totais excedem as transações',
    movement: 'Movimento bancário sem registo',
    unlisted: 'Pagamento registado que não consta da lista do banco',
  },
  reasons: {
    'no-list': 'O banco não lista movimentos',
    'list-failed': 'Não foi possível ler a lista do banco',
    'beyond-list': 'Demasiado recente, demasiado antigo ou reembolsado: pode não constar da lista do banco',
    'totals-busy': 'Os totais estavam sempre a mudar',
    unread: 'Não foi possível ler',
  },
};
