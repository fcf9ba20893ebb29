import { MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const unnotified: Catalogue['unnotified'] = {
  title: 'Pagamentos por notificar',
  describe:
    'Eventos que o servidor da loja não confirmou com um código 2xx. Uma encomenda paga pode não ter sido ' +
    'expedida, e uma falhada ou cancelada pode estar a reter stock.',
  paid: 'Pagas, por notificar',
  others: 'Falhadas ou canceladas, por notificar',
  payments: (count, isOne) => (isOne ? '1 pagamento' : `${count} pagamentos`),
  holdStock: 'Pode haver stock retido.',
  allWell: 'Sem eventos por notificar',
  noneFiltered: 'Sem eventos por notificar com estes filtros.',
  event: 'Evento',
  why: 'Motivo',
  reason: {
    not_delivered: 'As tentativas falharam',
    skipped: 'Webhooks desligados, ou sem URL',
    not_attempted: 'Abandonado sem tentativa (erro do nosso lado)',
  },
  figures: 'Números',
  days: 'Dias',
  allTime: 'Desde sempre',
  refresh: 'Atualizar',
  listLoading: 'A carregar eventos…',
  list: 'Lista detalhada',
  listHint:
    'Primeiro as entregas que falharam, depois as que não foram enviadas, sempre as mais antigas primeiro. As entregas ' +
    'em curso não constam: são repetidas automaticamente.',
  listCaption: 'Eventos por notificar, os mais antigos primeiro',
  noneYet: 'Nenhum resultado entre os eventos já pesquisados.',
  listPart: (at) => `Pesquisado até ${at}. Há mais.`,
  anyReason: 'Qualquer motivo',
  settled: 'Hora do evento',
  resendSelected: 'Reenviar selecionados',
  resendAll: 'Reenviar todos…',
  select: { all: 'Selecionar todos', item: (order) => `Selecionar o evento da encomenda ${order}` },
};

export const bulkResend: Catalogue['bulkResend'] = {
  titleSelected: (count) => (count === 1 ? 'Reenviar 1 evento' : `Reenviar ${count} eventos`),
  titleAll: 'Reenviar todos os eventos',
  whatSelected: `Cada evento é reenviado em até ${MAX_ATTEMPTS} novas tentativas, com os mesmos bytes e ID de evento.`,
  whatAll: (where) =>
    'Todos os eventos não entregues ou não enviados são reenviados, incluindo os que ainda não foram carregados. ' +
    `Âmbito: ${where}.`,
  wherePeriod: (from, to) => `de ${from} a ${to}`,
  whereEver: 'desde sempre',
  whereMerchant: (merchant) => `comerciante ${merchant}`,
  whereAll: 'todos os comerciantes',
  counting: 'A contar eventos…',
  count: (count, isOne, euros) => `${count} ${isOne ? 'evento' : 'eventos'}, ${euros}`,
  countAtLeast: (count, euros) =>
    `Pelo menos ${count} eventos, ${euros}. Só estes são reenviados agora. Volte a abrir esta janela para os restantes.`,
  start: 'Reenviar',
  stop: 'Parar',
  progress: 'Enviados para a fila',
  goingOf: (done, of) => `${done} de ${of}`,
  eventState: {
    delivered: 'Entregue',
    failed: 'Não entregue',
    pending: 'Em fila',
    'not-sent': 'Não enviado',
  },
  unknownYet: 'Ainda sem resultado. Os que falharem voltam à lista.',
  stopped: 'Parado. Os eventos já reenviados mantêm-se reenviados. Os restantes continuam na lista.',
  failed:
    'Interrompido. Os eventos já reenviados mantêm-se reenviados. O passo interrompido pode ter reenviado mais ' +
    'eventos do que os indicados.',
  resume: 'Continuar',
  outcome: 'Resultado',
  order: 'Encomenda',
  amount: 'Valor',
  rowsOf: (shown, all) => `São mostrados ${shown} de ${all} eventos, primeiro os que têm um problema.`,
};
