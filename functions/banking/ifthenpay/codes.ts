/*
 * The codes by which ifthenpay says how a push stands. 000, 020, 101 and 122 are in its REST documents, with 100 and 999 for
 * starts; the others in those of the service before and in its open integrations.
 */

export const CODE_OK = '000';
export const CODE_REFERENCE_OK = '0';

/** Not found at MB WAY, or not in the form of a mobile number. */
export const PHONE_CODES = new Set(['111', '113']);
/** The bank's no: declined, not permitted. */
export const DECLINED_CODES = new Set(['104', '122', '125']);
export const CODE_REJECTED = '020';
/** The window ended, or somebody annulled the request in the back office before it was paid. */
export const OVER_CODES = new Set(['101', '048']);
/** Paid, and given back in the back office. */
export const CODE_GIVEN_BACK = '023';
/** The start was not completed, says the document, and may be tried again. */
export const CODE_NOT_COMPLETED = '100';

/** A code that may stand in a log; what does not look like one is left out. */
export function codeWord(code: string | null | undefined): string {
  return /^-?\d{1,4}$/.test(code ?? '') ? String(code) : 'unlisted';
}
