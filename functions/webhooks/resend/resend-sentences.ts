import type { ResendOutcome } from './resend.ts';

/** One plain sentence for each outcome of a resend, safe to show. */
export const RESEND_SENTENCES: Record<ResendOutcome['kind'], { en: string; pt: string }> = {
  resent: { en: 'The event is being sent again.', pt: 'O evento está a ser enviado de novo.' },
  'in-progress': {
    en: 'The event is being delivered at this moment; nothing more was sent.',
    pt: 'O evento está a ser entregue neste momento; nada mais foi enviado.',
  },
  'sent-before': {
    en: 'The event was already resent after this page was loaded; nothing more was sent.',
    pt: 'O evento já foi enviado de novo desde que o viu; nada mais foi enviado.',
  },
  off: {
    en: 'Webhooks are off: turn them on before sending again.',
    pt: 'Os webhooks estão desligados: ligue-os antes de enviar de novo.',
  },
  'no-url': { en: 'No webhook URL is set.', pt: 'Não está definido nenhum URL de webhook.' },
  superseded: {
    en: 'A newer event of this transaction says what is true now; only that one can be sent again.',
    pt: 'Um evento mais recente desta transação indica a situação atual; só esse pode ser enviado de novo.',
  },
  unknown: {
    en: 'There is no such event to send again.',
    pt: 'Este evento não existe; nada foi enviado de novo.',
  },
};
