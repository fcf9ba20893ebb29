import { randomId } from '../runtime/ids.ts';
import type { Reading } from '../runtime/reading.ts';

const FORM = /^tx_[0-9a-hjkmnp-tv-z]{24}$/;

export function newTransactionId(): string {
  return randomId('tx');
}

/** Any text may be asked about: an ill-formed id is an unknown one (404), only what is no text or empty is 400 (decision D16). */
export function readTransactionId(transactionId: unknown): Reading<string> {
  if (typeof transactionId !== 'string') return { ok: false, problem: 'must be a string' };
  if (transactionId === '') return { ok: false, problem: 'must not be empty' };
  return { ok: true, value: transactionId };
}

/** Whether `text` can be an id of ours; what cannot is not looked up. */
export function isTransactionId(text: string): boolean {
  return FORM.test(text);
}
