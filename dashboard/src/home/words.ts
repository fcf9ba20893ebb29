import { words } from '../i18n/words.ts';

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
  paidOver: [
    'Received for payments, by the day of payment in Lisbon.',
    'Recebido por pagamentos, pelo dia do pagamento em Lisboa.',
  ],

  undelivered: ['Undelivered events', 'Eventos por notificar'],
  undeliveredOver: [
    'All events whose attempts failed or that were not sent. Those in progress are not counted.',
    'Eventos que falharam em todas as tentativas ou que não foram enviados. Os que estão em curso não são contados.',
  ],
  resendAll: [(events: string) => `Resend all (${events})…`, (events: string) => `Reenviar todos (${events})…`],

  exceptions: ['Exceptions in your payments', 'Exceções nos seus pagamentos'],
  exceptionsOver: ['All open exceptions, all time.', 'Todas as exceções em aberto, desde sempre.'],
  exceptionsNone: ['No open exceptions.', 'Sem exceções em aberto.'],
  opened: [(at: string) => `Open since ${at}.`, (at: string) => `Em aberto desde ${at}.`],

  waiting: ['Accounts waiting for approval', 'Contas à espera de aprovação'],
  waitingFor: ['Waiting', 'À espera'],
  waitingSince: [
    (since: string) => `The oldest account signed up on ${since}.`,
    (since: string) => `A conta mais antiga foi registada em ${since}.`,
  ],
  waitingOver: ['All accounts with the status pending.', 'Todas as contas no estado pendente.'],
});
