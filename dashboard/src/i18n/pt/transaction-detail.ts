import { LONGEST_REASON } from '../../../../functions/runtime/longest-texts.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAXIMUM_ATTEMPTS } from '../../../../functions/webhooks/schedule.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { formatDurations } from '../format.ts';

const SECONDS = DEADLINE_MS / 1_000;
const LATER_MS = DELAYS_BEFORE_ATTEMPT_MS.slice(1);

export const transactionDetail: Catalogue['transactionDetail'] = {
  title: (order) => `Encomenda ${order}`,
  untitled: 'Transação',
  back: 'Voltar à lista',
  refresh: 'Atualizar',
  live: 'Acompanha automaticamente o que acontece',
  facts: 'Dados',
  transactionId: 'Id da transação',
  orderId: 'Id da encomenda',
  merchantId: 'Comerciante',
  amount: 'Valor',
  received: (sum) => `Chegaram ${sum}, mais do que o pedido`,
  status: 'Estado',
  method: 'Método de pagamento',
  created: 'Criada',
  paid: 'Paga',
  notPaid: 'Não paga',
  recorded: 'Registada',
  bankAccount: 'Conta bancária',
  entity: 'Entidade',
  reference: 'Referência',
  expires: 'Válida até',
  delivery: 'Entrega do webhook',
  deliveryNone: 'Ainda sem evento: o webhook sai quando a transação é paga, falha ou é cancelada.',
  deliveryMeans: {
    pending: `Estão a ser feitas tentativas: até ${MAXIMUM_ATTEMPTS}, de imediato e depois de ${formatDurations(LATER_MS, 'pt-PT')}.`,
    delivered: `O servidor da loja respondeu com um estado 2xx em menos de ${SECONDS} segundos. Aqui não se sabe o que fez com o evento.`,
    not_delivered: 'As tentativas falharam. A loja não foi avisada; veja abaixo porquê e envie de novo.',
    skipped: 'Nada foi enviado: os webhooks estavam desligados ou não havia URL.',
    superseded: 'Um evento mais recente desta transação indica a situação atual.',
  },
  deliveryState: {
    pending: 'Pendente: a entregar',
    delivered: 'Entregue: respondeu 2xx',
    not_delivered: 'Não entregue',
    skipped: 'Não enviado',
    superseded: 'Substituído por um evento mais recente',
  },
  event: 'Evento',
  eventId: 'Id do evento',
  attempts: 'Tentativas',
  series: (number) => (number === 1 ? 'primeira série' : `série ${number}`),
  next: (when) => `próxima tentativa ${when}`,
  resend: 'Enviar de novo',
  siblings: 'Outras transações desta encomenda',
  siblingsHint:
    'Uma loja que tenta de novo cria outra transação; duas pagas significam que o cliente pagou duas vezes.',
  siblingsMore: 'Não estão todas: a encomenda tem mais.',
  notWhole: 'A história é demasiado longa para ser lida de uma vez; aqui falta o fim.',
  openException: (count) => (count === 1 ? 'Há uma exceção em aberto' : `Há ${count} exceções em aberto`),
  openExceptionWhere: 'O que significa está mais abaixo, à hora em que foi detetada.',
  toException: 'Ver exceções',
  timeline: 'O que aconteceu',
  notifiedAndFound: 'Tentativas e exceções',
  open: 'Abrir transação',
  timelineHint: 'As horas são de Lisboa; aponte para uma para a ver em UTC.',
};

export const resend: Catalogue['resend'] = {
  title: 'Enviar o evento de novo',
  what: (event) =>
    `Começa uma nova série de até ${MAXIMUM_ATTEMPTS} tentativas de ${event}, com os mesmos bytes e o mesmo id de evento. Uma loja que já o tenha deve reconhecê-lo pelo id.`,
  why: 'Motivo',
  whyHint: `Fica guardado com a entrega, com o seu nome. No máximo ${LONGEST_REASON} caracteres.`,
  whyExample: 'O servidor deles estava em baixo',
  whyMissing: 'É preciso um motivo: fica guardado.',
  send: 'Enviar de novo',
  left: 'Sairá dentro de alguns minutos: a fila não o aceitou agora.',
};
