/** Faults of the bank, or of the connection to it. */
export const TROUBLES = [
  'unavailable',
  'too-many',
  'unauthorized',
  'html',
  'business-error',
  'lost-answer',
  'late-html',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Longer than any caller's timeout, and less than the API's 29 s. */
export const SILENCE_MS = 26_000;

/** Explanations for `docs/simulator.md`. */
export const TROUBLE_WORDS: Record<Trouble, string> = {
  unavailable: '503 with `T9999`; nothing is done',
  'too-many': '429 in the JSON of the API gateway in front; nothing is done',
  unauthorized: '401 in the JSON of the API gateway in front; nothing is done',
  html: '502 with a page of HTML, as from a proxy; nothing is done',
  'business-error': '200 with `E0501` in the return status; nothing is done',
  'lost-answer': `the call has its effect, but the response takes ${SILENCE_MS / 1_000} s`,
  'late-html': 'the call has its effect, but the response is 502 with a page of HTML',
};
