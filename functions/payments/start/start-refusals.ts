import type { BankAccount } from '../../banking/account.ts';
import type { NotStarted, PaymentMethod } from '../../banking/bank.ts';
import { MESSAGES } from '../../http/messages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Logger } from '../../runtime/logger.ts';
import { amountOf } from '../amount.ts';
import { CONFIRMATION_WINDOW_MINUTES } from '../times.ts';

/**
 * The texts of a 400 of mbway and multibanco that are about the transaction or the bank (decisions D6, D7);
 * `docs/merchants/errors.md` lists them. Texts about one field are beside its rule.
 */
export const START_MESSAGES = {
  paid: 'transactionId: the transaction is already paid',
  failed: 'transactionId: the transaction has already failed',
  cancelled: 'transactionId: the transaction is already cancelled',
  otherPhone: 'phoneNumber: a push to another number may still be live for this transaction',
  pushMayBeLive:
    'transactionId: an MB WAY push may be live for the transaction; wait for its outcome or create a new transaction',
  hasReference:
    'transactionId: the transaction may already have a Multibanco reference; create a new transaction to pay by MB WAY',
  pushEnded:
    `transactionId: the confirmation window of ${CONFIRMATION_WINDOW_MINUTES} minutes has ended; ` +
    'the outcome is being confirmed with the bank',
  referenceEnded:
    'transactionId: the Multibanco reference has expired; the outcome is being confirmed with the bank; ' +
    'create a new transaction to pay again',
  tooManyRefused: 'transactionId: the transaction has too many refused starts; create a new transaction',
  phoneRefused: 'phoneNumber was refused by the bank: it is not registered with MB WAY; try another number or method',
  amountRefused: 'amount was refused by the bank for this payment method; try the other method',
} as const;

/** A text of this list, so that every refusal is documented. */
export type StartMessage = (typeof START_MESSAGES)[keyof typeof START_MESSAGES];

/** Throws a `Refusal` for an amount below the bank account's minimum (decision D2). The other method stays possible. */
export function assertMinimumAmount(amountCents: number, method: PaymentMethod, { minimumCents }: BankAccount): void {
  if (amountCents >= minimumCents[method]) return;
  const name = method === 'MBWAY' ? 'MB WAY' : 'Multibanco';
  throw new Refusal('invalid', `amount is below the minimum for ${name}, ${amountOf(minimumCents[method])} EUR`);
}

/** Outcomes in which certainly nothing was started. A refused attempt stays recorded; another one is withdrawn. */
export type NotMade = Exclude<NotStarted, { kind: 'claim-lost' | 'unknown' }>;

/** The refusal for a start that failed; a fault of our configuration is logged as an error. */
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
  if (outcome.kind === 'fault') {
    logger.error('start rejected', fields);
    return new Refusal('bank', MESSAGES.bankFault);
  }
  logger.warn('bank unreachable', fields);
  return new Refusal('bank', MESSAGES.bankUnavailable);
}
