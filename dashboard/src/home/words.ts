import { words } from '../i18n/words.ts';
import { LATEST_DAYS } from './latest.ts';

export const homeWords = words({
  title: ['Home', 'Início'],
  details: ['Details', 'Detalhes'],
  events: [
    (count: string, isOne: boolean) => (isOne ? '1 event' : `${count} events`),
    (count: string, isOne: boolean) => (isOne ? '1 evento' : `${count} eventos`),
  ],

  setUp: ['Set-up', 'Configuração'],
  setUpOver: ['Shown until your first payment.', 'Visível até ao seu primeiro pagamento.'],
  stepActive: ['Account approved', 'Conta aprovada'],
  stepWebhook: ['Webhook URL saved and webhooks on', 'URL do webhook guardado e webhooks ligados'],
  stepKey: ['First call with your API key', 'Primeira chamada com a sua chave da API'],
  stepPayment: ['First payment received', 'Primeiro pagamento recebido'],

  payments: [
    (count: string, isOne: boolean) => `${count} ${isOne ? 'payment' : 'payments'}`,
    (count: string, isOne: boolean) => `${count} ${isOne ? 'pagamento' : 'pagamentos'}`,
  ],
  paid: ['Paid', 'Recebido'],
  today: ['Today', 'Hoje'],
  week: ['7 days', '7 dias'],
  todayOver: [
    'All merchants, today in Lisbon, by the day of payment.',
    'Todos os comerciantes, hoje em Lisboa, pelo dia do pagamento.',
  ],
  bars: ['Per day; outlined bar: the week before', 'Por dia. As barras só com contorno são da semana anterior.'],
  day: ['Day', 'Dia'],
  thisWeek: ['Paid', 'Recebido'],
  weekBefore: ['Week before', 'Semana anterior'],
  paidOver: [
    'Received for payments, by the day of payment in Lisbon, today included.',
    'Recebido por pagamentos, pelo dia do pagamento em Lisboa, incluindo hoje.',
  ],
  paidBalance: [
    (other: string, returned: string, balance: string) =>
      `Other money received in the 7 days: ${other}. Returned: ${returned}. Balance, before the bank’s fees: ${balance}.`,
    (other: string, returned: string, balance: string) =>
      `Outro dinheiro recebido nos 7 dias: ${other}. Devolvido: ${returned}. Saldo, antes das comissões do banco: ${balance}.`,
  ],

  unnotified: ['Undelivered events', 'Eventos por notificar'],
  unnotifiedPaid: ['Paid orders', 'Encomendas pagas'],
  unnotifiedOthers: ['Failed or cancelled', 'Falhadas ou canceladas'],
  unnotifiedOver: [
    'All events whose attempts failed or that were not sent. Those in progress are not counted.',
    'Eventos que falharam em todas as tentativas ou que não foram enviados. Os que estão em curso não são contados.',
  ],
  resendAll: [(events: string) => `Resend all (${events})…`, (events: string) => `Reenviar todos (${events})…`],

  deliveries: ['Payments and webhooks', 'Pagamentos e webhooks'],
  successRate: ['Success rate', 'Taxa de sucesso'],
  paidOfEnded: [
    (paid: string, ended: string) => `${paid} paid of ${ended} ended`,
    (paid: string, ended: string) => `Transações pagas: ${paid} de ${ended}`,
  ],
  firstTime: ['Delivered the first time', 'Entregues à primeira'],
  deliveriesElse: [
    (of: Record<'retried' | 'resent' | 'notDelivered' | 'skipped' | 'pending', string>) =>
      `Delivered on a retry: ${of.retried}. Delivered after a resend: ${of.resent}. ` +
      `Not delivered: ${of.notDelivered}. Not sent: ${of.skipped}. In progress: ${of.pending}.`,
    (of: Record<'retried' | 'resent' | 'notDelivered' | 'skipped' | 'pending', string>) =>
      `Entregues em nova tentativa: ${of.retried}. Entregues após reenvio: ${of.resent}. ` +
      `Não entregues: ${of.notDelivered}. Não enviados: ${of.skipped}. Em curso: ${of.pending}.`,
  ],
  latestOver: [
    (count: string, isOne: boolean, isAll: boolean) =>
      isAll
        ? `Over your ${isOne ? 'only transaction' : `${count} transactions`} of the last ${LATEST_DAYS} days.`
        : `Over your latest ${count} transactions of the last ${LATEST_DAYS} days. There are more.`,
    (count: string, isOne: boolean, isAll: boolean) =>
      isAll
        ? `${isOne ? 'Da sua única transação' : `Das suas ${count} transações`} dos últimos ${LATEST_DAYS} dias.`
        : `Das suas ${count} transações mais recentes dos últimos ${LATEST_DAYS} dias. Há mais.`,
  ],
  latestNone: [`No transactions in the last ${LATEST_DAYS} days.`, `Sem transações nos últimos ${LATEST_DAYS} dias.`],

  exceptions: ['Exceptions in your payments', 'Exceções nos seus pagamentos'],
  exceptionsOver: [
    (count: string, isOne: boolean) => `${count} open ${isOne ? 'exception' : 'exceptions'}, all time.`,
    (count: string, isOne: boolean) => `${count} ${isOne ? 'exceção' : 'exceções'} em aberto, desde sempre.`,
  ],
  exceptionsNone: ['No open exceptions.', 'Sem exceções em aberto.'],
  opened: [(at: string) => `Open since ${at}.`, (at: string) => `Em aberto desde ${at}.`],

  allMerchants: ['All merchants, all time.', 'Todos os comerciantes, desde sempre.'],
  scannedOver: [
    (count: string) => `Over the first ${count} events.`,
    (count: string) => `Dos primeiros ${count} eventos.`,
  ],
  waiting: ['Accounts waiting for approval', 'Contas à espera de aprovação'],
  waitingFor: ['Waiting', 'À espera'],
  waitingSince: [
    (since: string) => `The oldest account signed up on ${since}.`,
    (since: string) => `A conta mais antiga foi registada em ${since}.`,
  ],
  waitingOver: ['All accounts with the status pending.', 'Todas as contas no estado pendente.'],
  failing: ['Failing endpoints', 'Servidores com falhas'],
  failingOver: [
    (count: string, isOne: boolean) =>
      `Over ${count} undelivered ${isOne ? 'event' : 'events'} of all merchants, all time. The ten largest.`,
    (count: string, isOne: boolean) =>
      `De ${count} ${isOne ? 'evento não entregue' : 'eventos não entregues'} de todos os comerciantes, desde sempre. Os dez maiores.`,
  ],
  failingNone: ['No endpoint has undelivered events.', 'Nenhum servidor tem eventos por entregar.'],
  failedEvents: [
    (count: string, isOne: boolean) => `${count} undelivered ${isOne ? 'event' : 'events'}`,
    (count: string, isOne: boolean) => `${count} ${isOne ? 'evento não entregue' : 'eventos não entregues'}`,
  ],
});
