import type { Note } from './note.ts';
import type { BankLine, OurRefund, OurTransaction } from './records.ts';

/** Ways in which the bank and our record may differ, each with the sentence a person reads. */
export const DIFFERENCES = {
  'not-at-bank': 'ours, not in the bank’s export',
  'not-ours': 'the bank’s, not in our record',
  'amount-differs': 'the amounts differ',
  'status-differs': 'one side has the money, the other does not say so',
  'day-differs': 'the same money on another day, not near midnight',
  'booked-twice': 'the bank has booked more than one payment for one transaction',
  'line-sum': 'gross, fee and net of a line of the export do not add up',
} as const;

export type DifferenceKind = keyof typeof DIFFERENCES;
export const DIFFERENCE_KINDS = Object.keys(DIFFERENCES) as DifferenceKind[];

/**
 * No difference:
 * - `timing`: the same money on the two sides of a midnight, within `EDGE_MS` of it;
 * - `not-checked`: ours, and the bank’s export does not cover it;
 * - `no-answer`: ours, and the bank gave no clear answer about it. It is no agreement either.
 */
const NO_DIFFERENCES = ['agrees', 'timing', 'not-checked', 'no-answer'] as const;
export type Result = (typeof NO_DIFFERENCES)[number] | DifferenceKind;

/** The result of comparing one payment or refund. At least one of the two sides is there. */
export interface Finding {
  result: Result;
  kind: 'payment' | 'refund';
  transaction: OurTransaction | null;
  /** Ours, where the finding is about a refund. */
  refund: OurRefund | null;
  line: BankLine | null;
  ourCents: number | null;
  bankCents: number | null;
  /** What else is known. */
  notes: readonly Note[];
}

export function isDifference({ result }: Pick<Finding, 'result'>): boolean {
  return !NO_DIFFERENCES.some((each) => each === result);
}

/** Whether the bank neither confirmed nor contradicted it: to be queried again. */
export function isUnanswered({ result }: Pick<Finding, 'result'>): boolean {
  return result === 'no-answer';
}

/**
 * Cents that the bank has and we do not, negative for the reverse. Where something other than the amounts differs, it
 * is the complete payment. Null where the bank's side is not known.
 */
export function differenceCents({ result, ourCents, bankCents }: Finding): number | null {
  switch (result) {
    case 'agrees':
    case 'timing':
      return 0;
    case 'amount-differs':
      return ourCents === null || bankCents === null ? null : bankCents - ourCents;
    case 'not-checked':
    case 'line-sum':
    case 'no-answer':
      return null;
    default:
      return bankCents ?? (ourCents === null ? null : -ourCents);
  }
}
