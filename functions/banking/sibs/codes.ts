import type { ReturnKind } from '../bank.ts';

/** SIBS's error codes for a start. The meaning of a code that is not listed depends on the call. */
const PHONE_CODES = new Set([
  'E0504', // not in the form of an alias
  'E0506', // no such alias: not registered with MB WAY
]);
const AMOUNT_CODES = new Set(['10.107.0002', '10.107.0003']); // outside the limits of the terminal or the acquirer
const FAULT_CODES = new Set(['E0501']); // invalid data: our terminal, entity or body

/** The call was accepted; it does not mean payment. */
export const CODE_OK = '000';
/** The customer did not accept. */
export const CODE_NOT_ACCEPTED = 'E0500';
/** The reference is cancelled or has expired. */
export const CODE_REFERENCE_OVER = 'E0612';
/** The reference is already paid. */
export const CODE_ALREADY_PAID = 'E0613';

/** A start that SIBS refuses by a code. */
export type Refusal = { kind: 'refused'; field: 'phoneNumber' | 'amount' } | { kind: 'fault'; detail: string };

/** The refusal that a code alone proves; null for any other code. */
export function refusalOf(code: string | undefined): Refusal | null {
  if (code === undefined) return null;
  if (PHONE_CODES.has(code)) return { kind: 'refused', field: 'phoneNumber' };
  if (AMOUNT_CODES.has(code)) return { kind: 'refused', field: 'amount' };
  return FAULT_CODES.has(code) ? { kind: 'fault', detail: code } : null;
}

/** Operations that move no money: an authorisation and its cancellation. We start direct purchases only. */
const MOVES_NOTHING = new Set(['AUTH', 'CAUT']);

const RETURNS: readonly (readonly [RegExp, ReturnKind])[] = [
  [/^(rfnd|refund)/i, 'refund'],
  [/^(rvrs|rvsl|revers)/i, 'reversal'],
  [/^(canc|anul|annul|void)/i, 'annulment'],
  [/^(chbk|chargeback)/i, 'chargeback'],
];

/** How an operation returns money; null when no money moves. SIBS publishes no list of its types. */
export function returnKindOf(type: string): ReturnKind | null {
  if (MOVES_NOTHING.has(type)) return null;
  return RETURNS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/** A code or keyword for a log; any other text becomes `unlisted`. */
export function codeWord(word: string | null | undefined): string {
  if (word === undefined || word === null || word === '') return 'none';
  return /^(?=.{1,24}$)[A-Za-z]*[0-9]{0,4}([._-][A-Za-z0-9]{1,4})*$/.test(word) ? word : 'unlisted';
}
