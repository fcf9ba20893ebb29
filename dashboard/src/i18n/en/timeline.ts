import type { ExceptionKind } from '../../../../functions/payments/exceptions/exception.ts';
import { ANSWER_STORED_DAYS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { exceptionKinds } from './exception-kinds.ts';

/** What the merchant does next about an open exception: what happened, and the step. */
const nextStep: Record<ExceptionKind | 'underpaid-beside', { what: string; step: string }> = {
  late: {
    what: 'The money arrived after your server was notified of another outcome.',
    step: 'Ship the order or ask for a refund.',
  },
  'paid-twice': {
    what: 'The customer paid this transaction twice. Ship the order once.',
    step: 'The second payment will be refunded.',
  },
  'order-paid-twice': {
    what: 'Two transactions of this order were paid.',
    step: 'Tell us whether the customer bought twice. If not, this one is refunded.',
  },
  underpaid: {
    what: 'Less money arrived than requested, and it does not pay the transaction.',
    step: 'To collect the rest, create a new transaction of that amount. Or ask for a refund.',
  },
  'underpaid-beside': {
    what: 'Less money arrived than requested, beside the payment of this transaction.',
    step: 'It will be refunded.',
  },
  overpaid: { what: 'More money arrived than requested.', step: 'The difference will be refunded.' },
  'foreign-currency': {
    what: 'The payment was not in euros and does not count.',
    step: 'We are asking the bank. Do not ship yet.',
  },
  'unclear-payment': {
    what: 'The bank contradicts itself about this payment.',
    step: 'We are asking it. Do not ship yet.',
  },
  'bank-undecided': {
    what: 'The bank has not decided on this payment yet.',
    step: 'We ask it every day. Do not ship yet.',
  },
  'unknown-payment': { what: 'The bank reports money that matches no payment.', step: 'We are looking into it.' },
  'unknown-refund': { what: 'The bank reports a movement that we cannot match.', step: 'We are looking into it.' },
};

/** One clear sentence for each thing that can have happened. `what` is emphasised, the rest explains it. */
export const timeline = {
  created: (order: string, amount: string) => `Created for order ${order}, ${amount}`,
  createdOn: (account: string) => `Bank account: ${account}`,
  method: { MBWAY: 'MB WAY chosen', REFERENCE: 'Multibanco reference chosen' },
  push: (number: number, phone: string | null) =>
    phone === null
      ? `MB WAY request sent (request ${number})`
      : `MB WAY request sent to the phone ending in ${phone} (request ${number})`,
  issue: (number: number) => `Payment reference requested (request ${number})`,
  attemptState: {
    starting: () => 'Not confirmed yet. The bank is being queried.',
    live: (until: string) => `Waiting for the customer until ${until}.`,
    over: (until: string) =>
      `The customer had until ${until}. The bank has not reported a final result. It is queried again, at least once a day, ` +
      'and its answer settles the transaction.',
    ended: () => 'Ended without payment.',
    paid: () => 'Paid with this request.',
  },
  /** Where the bank has reported money that does not pay. */
  attemptInsufficient: {
    over: (until: string) =>
      `The customer had until ${until}. The money that the bank reported is not enough to pay the transaction. ` +
      'The exception says what happens next.',
    ended: () =>
      'Ended. The money that the bank reported is not enough to pay the transaction. The exception says what ' +
      'happens next.',
  },
  reference: (entity: string, reference: string) => `Entity ${entity}, reference ${reference}`,
  validUntil: (until: string, isOver: boolean) => `${isOver ? 'Was valid' : 'Valid'} until ${until}.`,
  bankId: 'Bank operation ID',
  paid: (method: string) => `Paid by ${method}`,
  paidPlain: 'Paid',
  late: 'Paid late. Another outcome was notified before; the payment is notified now.',
  failed: 'Failed: refused, or rejected by the customer',
  cancelled: 'Cancelled by the customer, or expired',
  paidAt: (at: string) => `Payment time reported by the bank: ${at}.`,
  paidAtOurs: (at: string) => `The bank reported no payment time. Time of our record: ${at}.`,
  webhook: (event: string, series: number) =>
    series === 1 ? `Webhook ${event}: attempts started` : `Webhook ${event}: series ${series} of attempts started`,
  attempt: (number: number) => `Attempt ${number} of ${MAX_ATTEMPTS}`,
  statusCode: (code: number) => `status ${code}`,
  took: (duration: string) => `took ${duration}`,
  ended: {
    delivered: 'Delivered',
    not_delivered: 'Not delivered',
    skipped: 'Not sent (webhooks off or no URL)',
    superseded: 'Replaced by newer event',
  },
  earliest: 'This is the earliest possible time.',
  resent: (who: string) => `Resent by ${who}`,
  why: (why: string) => `Reason: ${why}`,
  exception: (kind: string) => `Exception: ${kind}`,
  money: (received: string, expected: string) => `Received ${received}; requested ${expected}.`,
  moneyAgain: (received: string) => `Received another ${received}, beside the payment.`,
  moneyOnly: (received: string) => `Received ${received}.`,
  bankSays: (words: string) => `Bank message: ${words}`,
  other: 'View the other transaction',
  toDo: 'To do:',
  assigned: (to: string, by: string) => `Exception assigned to ${to} by ${by}`,
  closed: (outcome: string) => `Exception closed: ${outcome}`,
  closedBy: (by: string) => `By ${by}.`,
  outcome: { refunded: 'refunded', kept: 'kept', shipped: 'order fulfilled', 'not-ours': 'not ours' },
  refund: {
    refund: 'Money returned: refund',
    reversal: 'Money returned: reversal',
    annulment: 'Money returned: annulment',
    chargeback: 'Money returned: chargeback',
    other: 'Money returned',
  },
  refundOf: (amount: string, word: string) => `${amount}. Bank’s term: ${word}.`,
  noSum: 'No amount in euros',
  timeOurs: 'The bank reported no time. This is the time of our record.',
  kind: exceptionKinds,
  nextStep,
  nextStepLate: {
    failed: 'The money arrived after your server was notified that the payment failed.',
    cancelled: 'The money arrived after your server was notified that the payment was cancelled.',
  },
  returned: (sum: string, day: string, isOne: boolean) => `Already refunded: ${sum} ${isOne ? 'on' : 'by'} ${day}.`,
  partOf: (part: string, all: string) => `${part} of ${all}`,
  returnedUnknown: (day: string) => `A refund without a readable amount was reported on ${day}.`,
  restReturned: 'The rest will be refunded.',
  nothingToDo: 'Nothing is left for you to do. We check the refund and close the exception.',
  buyAgain: 'If the customer still wants to buy, create a new transaction.',
  coveredSince: 'Covered since: the payment of this refund was reported later.',
  closeCovered: 'Check both at the bank and close the exception.',
  closeReturned: 'Nothing is left to refund. Check the refund at the bank and close the exception.',
  difference: (euros: string) => `difference ${euros}`,
  lateAfter: {
    failed: 'The bank confirmed the payment after the merchant was notified that it failed.',
    cancelled: 'The bank confirmed the payment after the merchant was notified that it was cancelled.',
  },
  after: (duration: string) => `+${duration}`,
  headers: 'Headers',
  signatures: 'Signatures are not stored. They were sent in:',
  payload: 'Payload',
  payloadAsSent: 'As sent',
  payloadReadable: 'Readable',
  payloadBytes: (bytes: number) =>
    `${bytes} bytes, without a final line break. The signature covers exactly these bytes.`,
  answer: 'Response of the server',
  answerNone: `No response body is stored. Only failed attempts keep its first kilobyte, for ${ANSWER_STORED_DAYS} days.`,
  answerEmpty: 'The response has no body.',
  details: 'Request and response',
  tone: {
    success: 'Done',
    error: 'Failed',
    warning: 'Attention',
    info: 'Information',
    pending: 'Pending',
    'in-progress': 'In progress',
    stopped: 'Ended',
  },
};
