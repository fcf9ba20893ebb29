import { MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { words } from '../../i18n/words.ts';

export const undeliveredWords = words({
  title: ['Undelivered events', 'Eventos por notificar'],
  describe: [
    'Events that the shop’s server has not acknowledged with a 2xx status. A paid order may not have been ' +
      'fulfilled. A failed or cancelled one may hold stock.',
    'Eventos que o servidor da loja não confirmou com um código 2xx. Uma encomenda paga pode não ter sido ' +
      'expedida, e uma falhada ou cancelada pode estar a reter stock.',
  ],
  paid: ['Paid, not notified', 'Pagas, por notificar'],
  others: ['Failed or cancelled, not notified', 'Falhadas ou canceladas, por notificar'],
  payments: [
    (count: string, isOne: boolean) => (isOne ? '1 payment' : `${count} payments`),
    (count: string, isOne: boolean) => (isOne ? '1 pagamento' : `${count} pagamentos`),
  ],
  holdStock: ['Stock may be on hold.', 'Pode haver stock retido.'],
  allWell: ['No undelivered events', 'Sem eventos por notificar'],
  noneFiltered: ['No undelivered events match these filters.', 'Sem eventos por notificar com estes filtros.'],
  event: ['Event', 'Evento'],
  why: ['Reason', 'Motivo'],
  reason: {
    not_delivered: ['The attempts failed', 'As tentativas falharam'],
    skipped: ['Webhooks off, or no URL', 'Webhooks desligados, ou sem URL'],
    not_attempted: ['Given up without an attempt (fault on our side)', 'Abandonado sem tentativa (erro do nosso lado)'],
  },
  figures: ['Figures', 'Números'],
  list: ['Undelivered events', 'Lista detalhada'],
  listHint: [
    'First those whose attempts failed, then those not sent, each oldest first. Deliveries in progress are not ' +
      'listed: they are retried automatically.',
    'Primeiro as entregas que falharam, depois as que não foram enviadas, sempre as mais antigas primeiro. As entregas ' +
      'em curso não constam: são repetidas automaticamente.',
  ],
  noneYet: ['No match in the events scanned so far.', 'Nenhum resultado entre os eventos já pesquisados.'],
  listPart: [(at: string) => `Scanned up to ${at}. There are more.`, (at: string) => `Pesquisado até ${at}. Há mais.`],
  anyReason: ['Any reason', 'Qualquer motivo'],
  settled: ['Event time', 'Hora do evento'],
  resendAll: ['Resend all…', 'Reenviar todos…'],
});

export const bulkResendWords = words({
  titleAll: ['Resend all events', 'Reenviar todos os eventos'],
  whatSelected: [
    `Each event is sent again in up to ${MAX_ATTEMPTS} new attempts, with the same bytes and the same event ID.`,
    `Cada evento é reenviado em até ${MAX_ATTEMPTS} novas tentativas, com os mesmos bytes e ID de evento.`,
  ],
  whatAll: [
    (where: string) =>
      `All undelivered and skipped events are resent, including those not loaded yet. Scope: ${where}.`,
    (where: string) =>
      'Todos os eventos não entregues ou não enviados são reenviados, incluindo os que ainda não foram carregados. ' +
      `Âmbito: ${where}.`,
  ],
  wherePeriod: [(from: string, to: string) => `${from} to ${to}`, (from: string, to: string) => `de ${from} a ${to}`],
  whereEver: ['all time', 'desde sempre'],
  whereMerchant: [(merchant: string) => `merchant ${merchant}`, (merchant: string) => `comerciante ${merchant}`],
  whereAll: ['all merchants', 'todos os comerciantes'],
  counting: ['Counting events…', 'A contar eventos…'],
  count: [
    (count: string, isOne: boolean, euros: string) => `${count} ${isOne ? 'event' : 'events'}, ${euros}`,
    (count: string, isOne: boolean, euros: string) => `${count} ${isOne ? 'evento' : 'eventos'}, ${euros}`,
  ],
  leftOut: [
    (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'event of a refunded order is' : 'events of refunded orders are'} left out.`,
    (count: string, isOne: boolean) =>
      isOne
        ? '1 evento de uma encomenda reembolsada fica de fora.'
        : `${count} eventos de encomendas reembolsadas ficam de fora.`,
  ],
  still: [(events: string) => `Still undelivered: ${events}.`, (events: string) => `Ainda por notificar: ${events}.`],
  start: ['Resend', 'Reenviar'],
  stop: ['Stop', 'Parar'],
  progress: ['Sent to the queue', 'Enviados para a fila'],
  goingOf: [(done: string, of: string) => `${done} of ${of}`, (done: string, of: string) => `${done} de ${of}`],
  queued: [(events: string) => `Queued: ${events}.`, (events: string) => `Em fila: ${events}.`],
  moreRemain: ['More remain.', 'Há mais.'],
  failAgain: ['Those that fail again return to the list.', 'Os que voltarem a falhar regressam à lista.'],
  refunded: ['Include orders that were refunded', 'Incluir encomendas reembolsadas'],
  stopped: [
    'Stopped. Events already resent stay resent. The others are still in the list.',
    'Parado. Os eventos já reenviados mantêm-se reenviados. Os restantes continuam na lista.',
  ],
  failed: [
    'Interrupted. Events already resent stay resent. The interrupted step may have resent more than is counted here.',
    'Interrompido. Os eventos já reenviados mantêm-se reenviados. O passo interrompido pode ter reenviado mais ' +
      'eventos do que os indicados.',
  ],
  resume: ['Continue', 'Continuar'],
});
