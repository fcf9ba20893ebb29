import { MAX_REASON_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { words } from '../../i18n/words.ts';

export const resendWords = words({
  title: ['Resend the event', 'Reenviar o evento'],
  what: [
    (event: string) =>
      `Up to ${MAX_ATTEMPTS} new attempts start for ${event}, with the same bytes and event ID. A ` +
      'server that already has the event recognises it by its ID.',
    (event: string) =>
      `Começam até ${MAX_ATTEMPTS} novas tentativas de ${event}, com os mesmos bytes e ID de ` +
      'evento. Um servidor que já tenha o evento reconhece-o pelo ID.',
  ],
  why: ['Reason', 'Motivo'],
  whyHint: [
    `Saved with the delivery, with your name. Up to ${MAX_REASON_CHARACTERS} characters.`,
    `Fica guardado com a entrega, com o seu nome. Até ${MAX_REASON_CHARACTERS} caracteres.`,
  ],
  whyExample: ['Their server was down', 'O servidor deles estava em baixo'],
  whyMissing: ['Enter a reason.', 'Indique o motivo.'],
  send: ['Resend', 'Reenviar'],
  left: [
    'The queue is delayed. The event will be sent within minutes.',
    'A fila está atrasada. O evento será enviado dentro de minutos.',
  ],
});
