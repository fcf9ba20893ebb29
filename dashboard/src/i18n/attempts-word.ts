import { MAXIMUM_ATTEMPTS } from '../../../functions/webhooks/plan.ts';

/** The attempts of a series as a word; the compiler asks for another word when the schedule has another number. */
export const ATTEMPTS_WORD = { 4: { en: 'four', pt: 'quatro' } }[MAXIMUM_ATTEMPTS];
