import type { ExceptionKind } from '../../../../functions/payments/exceptions/exception.ts';
import { ANSWER_STORED_DAYS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { exceptionKinds } from './exception-kinds.ts';

/** What the merchant does next about an open exception: what happened, and the step. */
const nextStep: Record<ExceptionKind, { what: string; step: string }> = {
  late: {
    what: 'The money arrived after your server was notified of another outcome.',
    step: 'Ship the order or ask for a refund.',
  },
  'paid-twice': {
    what: 'The customer paid this transaction twice. Ship the order once.',
    step: 'What has not gone back yet will be refunded.',
  },
  'order-paid-twice': {
    what: 'Two transactions of this order were paid.',
    step: 'Tell us whether the customer bought twice. If not, this one is refunded.',
  },
  underpaid: {
    what: 'Less money arrived than requested. It does not pay the transaction.',
    step:
      'If the order is not paid otherwise, collect the rest by a new transaction or ask for a refund. If it is paid, ' +
      'this money will be refunded.',
  },
  overpaid: { what: 'More money arrived than requested.', step: 'What has not gone back yet will be refunded.' },
  'unclear-payment': {
    what: 'The bank reports money that it does not confirm, or that is not in euros. It does not count.',
    step: 'We are asking the bank. Do not ship for this money.',
  },
  'bank-undecided': {
    what: 'The bank has not decided on this payment yet.',
    step: 'We ask it every day. Do not ship yet.',
  },
  'unknown-payment': { what: 'The bank reports money that matches no payment.', step: 'We are looking into it.' },
  'unknown-refund': {
    what: 'The bank reports more money returned than was received, or the same return again.',
    step: 'We are looking into it.',
  },
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
    ended: () => 'Ended. It did not pay the transaction.',
    paid: () => 'Paid with this request.',
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
  webhook: (event: string, resends: number) =>
    resends === 0 ? `Webhook ${event}: attempts started` : `Webhook ${event}: attempts of resend ${resends} started`,
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
  received: (sum: string) => `Other money received: ${sum}.`,
  reported: (sum: string) => `Reported by the bank: ${sum}.`,
  bankSays: (words: string) => `Bank message: ${words}`,
  other: 'View the other transaction',
  toDo: 'To do:',
  noted: (by: string) => `Note on the exception by ${by}`,
  closed: (outcome: string) => `Exception closed: ${outcome}`,
  closedBy: (by: string) => `By ${by}.`,
  outcome: {
    refunded: 'refunded',
    kept: 'kept',
    shipped: 'order fulfilled',
    'not-ours': 'not ours',
    confirmed: 'confirmed by the bank’s list',
  },
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
