/** What is wrong with the bank, or with the way to it. */
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

/** Beyond any caller's patience, yet within the 29 s after which the API itself would answer. */
export const SILENCE_MS = 26_000;

/** In words, for the tables of `docs/simulator.md`. */
export const TROUBLE_WORDS: Record<Trouble, string> = {
  unavailable: '503 with `T9999`; nothing is done',
  'too-many': '429 in the JSON of the API gateway in front; nothing is done',
  unauthorized: '401 in the JSON of the API gateway in front; nothing is done',
  html: '502 with a page of HTML, as from a proxy; nothing is done',
  'business-error': '200 with `E0501` in the return status; nothing is done',
  'lost-answer': `the call has its effect, its answer takes ${SILENCE_MS / 1_000} s`,
  'late-html': 'the call has its effect, and is answered by 502 with a page of HTML',
};
