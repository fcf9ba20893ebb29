import type { ResendOutcome } from './resend.ts';

/** One sentence for each outcome of a resend, for commands and the dashboard's English. */
export const RESEND_SENTENCES: Record<ResendOutcome['kind'], string> = {
  resent: 'The event is being resent.',
  'in-progress': 'The event is being delivered at this moment. Nothing more was sent.',
  'sent-before': 'The event was already resent after this page was loaded. Nothing more was sent.',
  off: 'Webhooks are off. Turn them on before resending.',
  'no-url': 'No webhook URL is set.',
  superseded: 'A newer event of this transaction replaces this one. Only the newer one can be resent.',
  unknown: 'There is no such event to resend. A test event is sent again by its button.',
};
