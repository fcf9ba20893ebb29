import type { ExceptionKind } from './exception.ts';
import type { ExceptionOutcome } from './exception-outcomes.ts';

/** What happened, and what the person who closes the exception must do. */
export interface ExceptionMeaning {
  what: string;
  toDo: string;
}

/** The meaning of each kind of exception. */
export const EXCEPTION_MEANINGS: Record<ExceptionKind, ExceptionMeaning> = {
  late: {
    what: 'The bank confirmed the payment after the merchant was notified that it failed or was cancelled.',
    toDo: 'The transaction is paid and the merchant notified. Ask whether the goods will ship; if not, refund.',
  },
  'paid-twice': {
    what: 'The bank reports a second payment of a transaction that is already paid.',
    toDo: 'If the balance on its page is more than the amount, refund the rest at the bank. Then close this.',
  },
  'order-paid-twice': {
    what: 'Two transactions of one order were paid; the other one was paid first.',
    toDo: 'Ask the merchant whether the customer bought twice; if not, refund this one.',
  },
  underpaid: {
    what: 'The amount received is less than the amount requested. It does not pay the transaction.',
    toDo: 'Agree with the merchant on the rest, which a new transaction can collect, or refund the amount received.',
  },
  overpaid: {
    what: 'The amount received is more than the amount requested. The transaction is paid.',
    toDo: 'If the balance on its page is more than the amount, refund the difference at the bank. Then close this.',
  },
  'unclear-payment': {
    what: 'The bank reports money that it does not confirm, that it contradicts, or that is not in euros. It is in no sum.',
    toDo: 'Find it at the bank by its id. If the money is there, agree with the merchant or refund it.',
  },
  'bank-undecided': {
    what: 'Five days after the end the bank has reported neither payment nor failure. The transaction stays pending.',
    toDo: 'Contact the bank. The service queries it once a day; a final answer settles the transaction.',
  },
  'unknown-payment': {
    what: 'The bank reports money that does not match any payment of this service.',
    toDo: 'Find it at the bank. A sale at a terminal is not ours; refund or assign any other payment manually.',
  },
  'unknown-refund': {
    what: 'The bank reports a refund of an unknown payment, one more than was received, or the same one again.',
    toDo: 'Find the payment and its refunds at the bank and compare them with the transaction’s page.',
  },
};

/** The meaning of each outcome. */
export const OUTCOME_SENTENCES: Record<ExceptionOutcome, string> = {
  refunded: 'The money was refunded to the customer.',
  kept: 'The money was kept, as agreed.',
  shipped: 'The goods were shipped or the service was provided.',
  'not-ours': 'It is not a payment of this service; its money is in no sum.',
  confirmed: 'The bank has confirmed the money, and it is on record.',
};
