import { CONFIRMATION_WINDOW_MINUTES } from '../times.ts';

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
