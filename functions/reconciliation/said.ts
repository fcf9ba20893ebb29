import type { BankStatus } from '../banking/bank.ts';
import type { OurTransaction } from './records.ts';

/** What the bank's word about one paid transaction comes to, when it is asked. */
export type SaidOfPaid =
  | { kind: 'confirmed' }
  | { kind: 'amount'; bankCents: number }
  | { kind: 'contradicted'; detail: string }
  | { kind: 'no-answer'; detail: string };

/** Holds the bank's answer against a transaction that is paid in our record. */
export function saidOfPaid({ amountCents }: Pick<OurTransaction, 'amountCents'>, said: BankStatus): SaidOfPaid {
  if (said.kind === 'paid') {
    return said.amountCents === amountCents ? { kind: 'confirmed' } : { kind: 'amount', bankCents: said.amountCents };
  }
  if (said.kind === 'partial' && said.amountCents !== null) return { kind: 'amount', bankCents: said.amountCents };
  if (said.kind === 'unknown') return { kind: 'no-answer', detail: said.detail };
  return { kind: 'contradicted', detail: `the bank says: ${said.kind}` };
}
