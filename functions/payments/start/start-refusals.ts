import type { BankAccount } from '../../banking/account.ts';
import type { NotStarted, PaymentMethod } from '../../banking/bank.ts';
import { MESSAGES } from '../../http/messages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Logger } from '../../runtime/logger.ts';
import { amountOf } from '../money.ts';
import { CONFIRMATION_WINDOW_MINUTES } from '../times.ts';
import type { StartFaultKind } from '../transaction.ts';

/**
 * Every text of a 400 with which mbway and multibanco refuse because of the transaction or the bank (decisions D6, D7);
 * `docs/api.md` lists them all. What is wrong with a field stands at the field's rule, a minimum in `minimum.ts`.
 */
export const START_MESSAGES = {
  paid: 'transactionId names a transaction that is already paid',
  failed: 'transactionId names a transaction that is already failed',
  cancelled: 'transactionId names a transaction that is already cancelled',
  otherPhone: 'phoneNumber differs from the one to which a push may still be live for this transaction',
  pushMayBeLive:
    'transactionId names a transaction for which a MB WAY push may be live; wait for its outcome or create a new transaction',
  hasReference:
    'transactionId names a transaction that already has a Multibanco reference; create a new transaction to pay by MB WAY',
  pushEnded: `transactionId names a transaction whose confirmation window of ${CONFIRMATION_WINDOW_MINUTES} minutes has ended; its outcome is being confirmed with the bank`,
  referenceEnded:
    'transactionId names a transaction whose Multibanco reference has expired; its outcome is being confirmed with the bank; create a new transaction to pay again',
  tooManyRefused: 'transactionId names a transaction with too many refused starts; create a new one',
  phoneRefused: 'phoneNumber was refused by the bank: it is not registered with MB WAY; try another number or method',
  amountRefused: 'amount was refused by the bank for this payment method; try the other method',
} as const;

/** Only these: a decision cannot refuse by a text that the documents do not have. */
export type StartMessage = (typeof START_MESSAGES)[keyof typeof START_MESSAGES];

/**
 * Refuses what the bank account's own lower limit forbids, before the bank is called (decision D2). The transaction
 * stays usable by the other method.
 */
export function assertMinimumAmount(amountCents: number, method: PaymentMethod, { minimumCents }: BankAccount): void {
  if (amountCents >= minimumCents[method]) return;
  const name = method === 'MBWAY' ? 'MB WAY' : 'Multibanco';
  throw new Refusal('invalid', `amount is below the minimum for ${name}, ${amountOf(minimumCents[method])} EUR`);
}

/** What certainly did not go out. A refusal is the caller's to mend and stays on record; a fault of ours leaves no attempt. */
export type NotMade = Exclude<NotStarted, { kind: 'claim-lost' | 'unknown' }>;

/** What the caller is answered; what is ours to mend is logged as an error. */
export function refusalOf(
  outcome: NotMade,
  about: { transactionId: string; bankId: string | undefined },
  logger: Logger,
): Refusal {
  if (outcome.kind === 'refused') {
    const isPhone = outcome.field === 'phoneNumber';
    return new Refusal('invalid', isPhone ? START_MESSAGES.phoneRefused : START_MESSAGES.amountRefused);
  }
  const fields = { ...about, detail: outcome.detail };
  if (outcome.kind === 'fault') logger.error('bank: refused for a fault of ours', fields);
  else logger.warn('bank: unreachable', fields);
  return faultRefusal(outcome.kind);
}

/** The 502 of a start that certainly did not happen. */
export function faultRefusal(kind: StartFaultKind): Refusal {
  return new Refusal('bank', kind === 'fault' ? MESSAGES.bankFault : MESSAGES.bankUnavailable);
}
