import type { Reading } from '../runtime/reading.ts';

const MAXIMUM_CHARACTERS = 100;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** The merchant's own order id, kept verbatim (§4.1, decision D1): 1 to 100 characters (code points), no control characters. */
export function readOrderId(orderId: unknown): Reading<string> {
  if (typeof orderId !== 'string') return { ok: false, problem: 'must be a string' };
  if (orderId === '') return { ok: false, problem: 'must not be empty' };
  if ([...orderId].length > MAXIMUM_CHARACTERS)
    return { ok: false, problem: `must be at most ${MAXIMUM_CHARACTERS} characters` };
  if (CONTROL_CHARACTER.test(orderId)) return { ok: false, problem: 'must not contain control characters' };
  // A lone surrogate has no UTF-8 form, so it could not be given back as it came.
  if (!orderId.isWellFormed()) return { ok: false, problem: 'must be valid Unicode text' };
  return { ok: true, value: orderId };
}
