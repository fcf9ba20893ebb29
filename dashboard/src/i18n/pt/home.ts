import { LATEST_DAYS } from '../../home/latest.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const home: Catalogue['home'] = {
  title: 'Início',
  details: 'Detalhes',
  events: (count, isOne) => (isOne ? '1 evento' : `${count} eventos`),

  setUp: 'Configuração',
  setUpOver: 'Visível até ao seu primeiro pagamento.',
  stepActive: 'Conta aprovada',
  stepWebhook: 'URL do webhook guardado e webhooks ligados',
  stepKey: 'Primeira chamada com a sua chave da API',
  stepPayment: 'Primeiro pagamento recebido',

  payments: (count, isOne) => `${count} ${isOne ? 'pagamento' : 'pagamentos'}`,
  paid: 'Recebido',
  today: 'Hoje',
  week: '7 dias',
  todayOver: 'Todos os comerciantes, hoje em Lisboa, pelo dia do pagamento.',
  bars: 'Por dia. As barras só com contorno são da semana anterior.',
  day: 'Dia',
  thisWeek: 'Recebido',
  weekBefore: 'Semana anterior',
  paidOver: 'Recebido por pagamentos, pelo dia do pagamento em Lisboa, incluindo hoje.',
  paidBalance: (other, returned, balance) =>
    `Outro dinheiro recebido nos 7 dias: ${other}. Devolvido: ${returned}. Saldo, antes das comissões do banco: ${balance}.`,

  unnotified: 'Eventos por notificar',
  unnotifiedPaid: 'Encomendas pagas',
  unnotifiedOthers: 'Falhadas ou canceladas',
  unnotifiedOver:
    'Eventos que falharam em todas as tentativas ou que não foram enviados. Os que estão em curso não são contados.',
  resendAll: (events) => `Reenviar todos (${events})…`,

  deliveries: 'Pagamentos e webhooks',
  successRate: 'Taxa de sucesso',
  paidOfEnded: (paid, ended) => `Transações pagas: ${paid} de ${ended}`,
  firstTime: 'Entregues à primeira',
  deliveriesElse: (of) =>
    `Entregues em nova tentativa: ${of.retried}. Entregues após reenvio: ${of.resent}. ` +
    `Não entregues: ${of.notDelivered}. Não enviados: ${of.skipped}. Em curso: ${of.pending}.`,
  latestOver: (count, isOne, isAll) =>
    isAll
      ? `${isOne ? 'Da sua única transação' : `Das suas ${count} transações`} dos últimos ${LATEST_DAYS} dias.`
      : `Das suas ${count} transações mais recentes dos últimos ${LATEST_DAYS} dias. Há mais.`,
  latestNone: `Sem transações nos últimos ${LATEST_DAYS} dias.`,

  exceptions: 'Exceções nos seus pagamentos',
  exceptionsOver: (count, isOne) => `${count} ${isOne ? 'exceção' : 'exceções'} em aberto, desde sempre.`,
  exceptionsNone: 'Sem exceções em aberto.',
  opened: (at) => `Em aberto desde ${at}.`,

  allMerchants: 'Todos os comerciantes, desde sempre.',
  scannedOver: (count) => `Dos primeiros ${count} eventos.`,
  waiting: 'Contas à espera de aprovação',
  waitingFor: 'À espera',
  waitingSince: (since) => `A conta mais antiga foi registada em ${since}.`,
  waitingOver: 'Todas as contas no estado pendente.',
  failing: 'Servidores com falhas',
  failingOver: (count, isOne) =>
    `De ${count} ${isOne ? 'evento não entregue' : 'eventos não entregues'} de todos os comerciantes, desde sempre. Os dez maiores.`,
  failingNone: 'Nenhum servidor tem eventos por entregar.',
  failedEvents: (count, isOne) => `${count} ${isOne ? 'evento não entregue' : 'eventos não entregues'}`,
};
