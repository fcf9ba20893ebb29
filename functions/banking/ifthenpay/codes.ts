/*
 * ifthenpay's status codes. Its REST documents list 000, 020, 101 and 122, and 100 and 999 for starts; the others are
 * in the documents of the former service and in its open integrations.
 */

/** A push: sent at a start, paid in a status. */
export const CODE_OK = '000';
/** The reference was issued. */
export const CODE_REFERENCE_OK = '0';

/** Not registered with MB WAY, or not a mobile number. */
export const PHONE_CODES = new Set(['111', '113']);
/** Declined or not permitted by the bank. */
export const DECLINED_CODES = new Set(['104', '122', '125']);
/** The push waits for the customer; with the message `Request not found` the request id is unknown. */
export const CODE_PENDING = '123';
/** The customer rejected the push. */
export const CODE_REJECTED = '020';
/** The window ended, or the request was annulled in the back office before it was paid. */
export const OVER_CODES = new Set(['101', '048']);
/** Paid, and returned in the back office. */
export const CODE_GIVEN_BACK = '023';
/** By its document: the start was not completed and may be retried. */
export const CODE_NOT_COMPLETED = '100';

/** A code for a log; any other text becomes `unlisted`. */
export function codeWord(code: string | null | undefined): string {
  return /^-?\d{1,4}$/.test(code ?? '') ? String(code) : 'unlisted';
}
