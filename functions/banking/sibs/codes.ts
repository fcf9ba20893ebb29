import type { ReturnKind } from '../bank.ts';

/** Codes by which SIBS says what is wrong with a start. What is in no list is decided by where it appears. */
const PHONE_CODES = new Set([
  'E0504', // not in the form of an alias
  'E0506', // no such alias: not registered with MB WAY
]);
const AMOUNT_CODES = new Set(['10.107.0002', '10.107.0003']); // outside the limits of the terminal or the acquirer
const FAULT_CODES = new Set(['E0501']); // invalid data: a terminal, an entity or a body of ours

export const CODE_OK = '000';
/** The holder did not accept. */
export const CODE_NOT_ACCEPTED = 'E0500';
/** The reference is cancelled or has expired. */
export const CODE_REFERENCE_OVER = 'E0612';
/** The reference was paid already. */
export const CODE_ALREADY_PAID = 'E0613';

export type Refusal = { kind: 'refused'; field: 'phoneNumber' | 'amount' } | { kind: 'fault'; detail: string };

/** What a code alone says for certain; null when it says nothing by itself. */
export function refusalOf(code: string | undefined): Refusal | null {
  if (code === undefined) return null;
  if (PHONE_CODES.has(code)) return { kind: 'refused', field: 'phoneNumber' };
  if (AMOUNT_CODES.has(code)) return { kind: 'refused', field: 'amount' };
  return FAULT_CODES.has(code) ? { kind: 'fault', detail: code } : null;
}

/**
 * Operations in which no money moves between customer and merchant: an authorisation, which only holds a sum, and the
 * cancelling of one. A purchase at once, the only kind we start, has neither.
 */
const MOVES_NOTHING = new Set(['AUTH', 'CAUT']);

const RETURNS: readonly (readonly [RegExp, ReturnKind])[] = [
  [/^(rfnd|refund)/i, 'refund'],
  [/^(rvrs|rvsl|revers)/i, 'reversal'],
  [/^(canc|anul|annul|void)/i, 'annulment'],
  [/^(chbk|chargeback)/i, 'chargeback'],
];

/** How an operation that is no payment gives money back; null when no money moves. SIBS publishes no list of its words. */
export function returnKindOf(type: string): ReturnKind | null {
  if (MOVES_NOTHING.has(type)) return null;
  return RETURNS.find(([words]) => words.test(type))?.[1] ?? 'other';
}

/** A code or key word of the wire that may stand in a log; anything that does not look like one is left out. */
export function codeWord(word: string | null | undefined): string {
  if (word === undefined || word === null || word === '') return 'none';
  return /^(?=.{1,24}$)[A-Za-z]*[0-9]{0,4}([._-][A-Za-z0-9]{1,4})*$/.test(word) ? word : 'unlisted';
}
