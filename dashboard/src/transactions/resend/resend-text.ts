import { LONGEST_REASON } from '../../../../functions/runtime/longest-texts.ts';
import { ATTEMPTS_WORD } from '../../i18n/attempts-word.ts';

const en = {
  title: 'Send the event again',
  what: (event: string) =>
    `A new series of up to ${ATTEMPTS_WORD.en} attempts begins for ${event}, with the same bytes and the same event id. A shop that already has it must know it by its id.`,
  why: 'Reason',
  whyHint: `Is kept with the delivery, with your name. At most ${LONGEST_REASON} characters.`,
  whyExample: 'Their server was down',
  whyMissing: 'A reason is needed: it is kept.',
  send: 'Send again',
  left: 'It will go out within minutes: the queue did not take it just now.',
};

const pt: typeof en = {
  title: 'Enviar o evento de novo',
  what: (event) =>
    `Começa uma nova série de até ${ATTEMPTS_WORD.pt} tentativas de ${event}, com os mesmos bytes e o mesmo id de evento. Uma loja que já o tenha deve reconhecê-lo pelo id.`,
  why: 'Motivo',
  whyHint: `Fica guardado com a entrega, com o seu nome. No máximo ${LONGEST_REASON} caracteres.`,
  whyExample: 'O servidor deles estava em baixo',
  whyMissing: 'É preciso um motivo: fica guardado.',
  send: 'Enviar de novo',
  left: 'Sairá dentro de alguns minutos: a fila não o aceitou agora.',
};

export const RESEND_TEXT = { en, pt };
