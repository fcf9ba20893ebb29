import { LONGEST_REASON } from '../../../../functions/runtime/longest-texts.ts';
import { ATTEMPTS_WORD } from '../../i18n/attempts-word.ts';

const en = {
  titleSelected: (count: number) => (count === 1 ? 'Send 1 event again' : `Send ${count} events again`),
  titleAll: 'Send everything again',
  whatSelected: `For each a new series of up to ${ATTEMPTS_WORD.en} attempts begins, with the same bytes and event id.`,
  whatAll: (where: string) =>
    `Everything that was not delivered or was skipped is sent again, page by page: paid, failed and cancelled, also what is not shown yet. What is meant: ${where}.`,
  wherePeriod: (from: string, to: string) => `${from} to ${to}`,
  whereEver: 'all of time',
  whereMerchant: (merchant: string) => `, merchant ${merchant}`,
  whereAll: ', all merchants',
  why: 'Reason',
  whyHint: `Is kept with each delivery, with your name. At most ${LONGEST_REASON} characters.`,
  whyMissing: 'A reason is needed: it is kept.',
  start: 'Send again',
  cancel: 'Cancel',
  stop: 'Stop here',
  close: 'Close',
  progress: 'Sending again',
  goingOf: (done: number, of: number) => `${done} of ${of}`,
  going: (done: string) => `${done} events`,
  done: 'Done',
  stopped: 'Stopped. What was sent stays sent; the rest is still in the list.',
  failed: 'It broke off. What was sent stays sent; the step that broke off may have sent more than is counted here.',
  goOn: 'Go on',
  outcome: 'What came of it',
};

const pt: typeof en = {
  titleSelected: (count) => (count === 1 ? 'Enviar 1 evento de novo' : `Enviar ${count} eventos de novo`),
  titleAll: 'Enviar tudo de novo',
  whatSelected: `Para cada um começa uma nova série de até ${ATTEMPTS_WORD.pt} tentativas, com os mesmos bytes e id de evento.`,
  whatAll: (where) =>
    `Tudo o que não foi entregue ou enviado é enviado de novo, página a página: pagas, falhadas e canceladas, incluindo o que ainda não é mostrado. Âmbito: ${where}.`,
  wherePeriod: (from, to) => `de ${from} a ${to}`,
  whereEver: 'desde sempre',
  whereMerchant: (merchant) => `, comerciante ${merchant}`,
  whereAll: ', todos os comerciantes',
  why: 'Motivo',
  whyHint: `Fica guardado com cada entrega, com o seu nome. No máximo ${LONGEST_REASON} caracteres.`,
  whyMissing: 'É preciso um motivo: fica guardado.',
  start: 'Enviar de novo',
  cancel: 'Cancelar',
  stop: 'Parar aqui',
  close: 'Fechar',
  progress: 'A enviar de novo',
  goingOf: (done, of) => `${done} de ${of}`,
  going: (done) => `${done} eventos`,
  done: 'Feito',
  stopped: 'Parado. O que foi enviado fica enviado; o resto continua na lista.',
  failed:
    'Foi interrompido. O que foi enviado fica enviado; o passo interrompido pode ter enviado mais do que aqui se conta.',
  goOn: 'Continuar',
  outcome: 'Resultado',
};

export const BULK_TEXT = { en, pt };
