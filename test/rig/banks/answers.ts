import type { HttpOutcome } from '../../../functions/banking/http-call.ts';

/** A bank's answer to a call, of a text or of JSON. */
export const answeredWith = (content: unknown, status = 200): HttpOutcome => ({
  ...{ kind: 'answered', status, body: typeof content === 'string' ? content : JSON.stringify(content) },
});

/** No answer: the request may have arrived. */
export const RESET: HttpOutcome = { kind: 'no-answer', detail: 'ECONNRESET' };

/** The outcome of a call in a few words: its kind, and what it names. */
export function inWords(outcome: object): string {
  return Object.values(outcome).join(': ');
}
