import type { ReturnKind } from '../bank.ts';

/** Null or undefined where the answer has none, or none that can be read. */
type Code = string | null | undefined;

/** SIBS's error codes for a start. The meaning of a code that is not listed depends on the call. */
const PHONE_CODES = new Set([
  'E0504', // not in the form of an alias
  'E0506', // no such alias: not registered with MB WAY
]);
const AMOUNT_CODES = new Set(['10.107.0002', '10.107.0003']); // outside the limits of the terminal or the acquirer
const FAULT_CODES = new Set(['E0501']); // invalid data: our terminal, entity or body

/** The call was accepted; it does not mean payment. */
export const CODE_OK = '000';
/** The customer did not accept: in the sandbox, and in SIBS's guidelines for errors (C.6). */
export const NOT_ACCEPTED_CODES: ReadonlySet<Code> = new Set(['E0500', '10.106.0001']);
/** The reference is cancelled or has expired. */
export const CODE_REFERENCE_OVER = 'E0612';
/** The reference is already paid. */
export const CODE_ALREADY_PAID = 'E0613';

/**
 * Whether the call was accepted and waits for the customer or another party (C.5: `00.110.1601`). SIBS lists the code
 * under time-outs too, so only the payment's status says whether it still waits.
 */
export function isPendingCode(code: Code): boolean {
  return typeof code === 'string' && /^00\.110\.\d{4}$/.test(code);
}

/** A start that SIBS refuses by a code. */
export type Refusal = { kind: 'refused'; field: 'phoneNumber' | 'amount' } | { kind: 'fault'; detail: string };

/** The refusal that a code alone proves; null for any other code. */
export function refusalOf(code: Code): Refusal | null {
  if (!code) return null;
  if (PHONE_CODES.has(code)) return { kind: 'refused', field: 'phoneNumber' };
  if (AMOUNT_CODES.has(code)) return { kind: 'refused', field: 'amount' };
  return FAULT_CODES.has(code) ? { kind: 'fault', detail: code } : null;
}

/** Operations that move no money: an authorisation and its cancellation. We start direct purchases only. */
const MOVES_NOTHING = new Set(['AUTH', 'CAUT']);

/**
 * Operations of a shared terminal that collect money: a capture (F.10.4), a transaction that the merchant initiates.
 */
const COLLECTS = /^(capt(ure)?|mitr)$/i;

const RETURNS: readonly (readonly [RegExp, ReturnKind])[] = [
  [/^(rfnd|refund)/i, 'refund'],
  [/^(rvrs|rvsl|revers)/i, 'reversal'],
  [/^(canc|anul|annul|void)/i, 'annulment'],
  [/^(chbk|chargeback)/i, 'chargeback'],
];

/** What an operation other than a payment does with money; a type that is not listed returns it in another way. */
export function effectOf(type: string): ReturnKind | 'nothing' | 'collects' {
  if (MOVES_NOTHING.has(type)) return 'nothing';
  if (COLLECTS.test(type)) return 'collects';
  return RETURNS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/** A code or keyword for a log; any other text becomes `unlisted`. */
export function codeWord(word: string | null | undefined): string {
  if (word === undefined || word === null || word === '') return 'none';
  return /^(?=.{1,24}$)[A-Za-z]*[0-9]{0,4}([._-][A-Za-z0-9]{1,4})*$/.test(word) ? word : 'unlisted';
}
