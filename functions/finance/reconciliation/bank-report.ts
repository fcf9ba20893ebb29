import { type BankStatus, reportsOf } from '../../banking/bank.ts';
import type { OurTransaction } from './records.ts';

/** What the bank's word about one paid transaction comes to, when it is asked. */
export type ReportedOfPaid =
  | { kind: 'confirmed' }
  | { kind: 'amount'; bankCents: number }
  | { kind: 'contradicted'; detail: string }
  | { kind: 'no-answer'; detail: string };

/** Holds the bank's answer against a transaction that is paid in our record. */
export function reportedOfPaid({ amountCents }: Pick<OurTransaction, 'amountCents'>, said: BankStatus): ReportedOfPaid {
  // Of several payments under one id one is ours; the others have exceptions of their own.
  const isOurs = reportsOf(said).some((report) => report.kind === 'paid' && report.amountCents === amountCents);
  if (isOurs) return { kind: 'confirmed' };
  if (said.kind === 'paid') return { kind: 'amount', bankCents: said.amountCents };
  if (said.kind === 'partial' && said.amountCents !== null) return { kind: 'amount', bankCents: said.amountCents };
  if (said.kind === 'unknown') return { kind: 'no-answer', detail: said.detail };
  return { kind: 'contradicted', detail: `the bank says: ${said.kind}` };
}
