import { MAX_REASON_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { formatDurations } from '../format.ts';

const SECONDS = DEADLINE_MS / 1_000;
const LATER_MS = DELAYS_BEFORE_ATTEMPT_MS.slice(1);

export const transactionDetail = {
  title: (order: string) => `Order ${order}`,
  untitled: 'Transaction',
  back: 'Back to the list',
  refresh: 'Refresh',
  live: 'Updates automatically',
  details: 'Details',
  transactionId: 'Transaction ID',
  orderId: 'Order ID',
  merchantId: 'Merchant',
  amount: 'Amount',
  status: 'Status',
  method: 'Payment method',
  created: 'Created',
  paid: 'Paid',
  notPaid: 'Not paid',
  recorded: 'Recorded',
  bankAccount: 'Bank account',
  entity: 'Entity',
  reference: 'Reference',
  expires: 'Valid until',
  expired: 'Was valid until',
  money: 'Money',
  movement: { payment: 'Payment', other: 'Other money received' },
  what: 'Movement',
  at: 'Time',
  timeIsOurs: 'The bank gave no time: this is the time of our record.',
  noAmount: 'No readable amount',
  requested: (euros: string) => `Requested: ${euros}`,
  start: 'Method, request',
  request: (number: number) => `request ${number}`,
  bankName: 'Bank’s name',
  gross: 'Received for payments',
  other: 'Other money received',
  otherWhat: 'Other money may have to be returned; it is not revenue.',
  returned: 'Returned',
  unreadable: (count: number) =>
    count === 1
      ? '1 return without a readable amount is not counted.'
      : `${count} returns without a readable amount are not counted.`,
  balance: 'Balance, before the bank’s fees',
  moreReturned: (returned: string, received: string) =>
    `More was returned than received: ${returned} of ${received}. Compare the payment and its returns at the bank.`,
  paidTwice: 'Another transaction of this order is paid too',
  delivery: 'Webhook delivery',
  deliveryNone: 'No event yet. A webhook is sent when the transaction is paid, failed or cancelled.',
  deliveryMeans: {
    pending: `Up to ${MAX_ATTEMPTS} attempts: immediately, then after ${formatDurations(LATER_MS, 'en-GB')}.`,
    delivered: `The server answered with a 2xx status within ${SECONDS} seconds. We do not know how it processed the event.`,
    not_delivered: 'All attempts failed, and the event was not delivered. See the reason below, then resend the event.',
    skipped: 'Not sent: webhooks were off, or no URL was set.',
    superseded: 'A newer event of this transaction has the current status.',
  },
  deliveryState: {
    pending: 'Pending',
    delivered: 'Delivered',
    not_delivered: 'Not delivered',
    skipped: 'Not sent (webhooks off or no URL)',
    superseded: 'Replaced by newer event',
  },
  event: 'Event',
  eventId: 'Event ID',
  attempts: 'Attempts',
  resends: (number: number) => (number === 0 ? 'not resent' : `resend ${number}`),
  next: (when: string) => `next attempt ${when}`,
  nextDue: 'the next attempt is due',
  resend: 'Resend',
  siblings: 'Other transactions of this order',
  siblingsHint: 'An order can have several transactions. If two are paid, the customer paid twice.',
  siblingsMore: 'The order has more transactions.',
  incomplete: 'The timeline is too long to load completely. Its end is not shown.',
  openException: (count: number) => (count === 1 ? '1 open exception' : `${count} open exceptions`),
  toTimeline: 'See the timeline',
  toException: 'View exceptions',
  timeline: 'Timeline',
  timelineHint: 'Times in Europe/Lisbon. Point at a time to see it in UTC.',
};

export const resend = {
  title: 'Resend the event',
  what: (event: string) =>
    `Up to ${MAX_ATTEMPTS} new attempts start for ${event}, with the same bytes and event ID. A ` +
    'server that already has the event recognises it by its ID.',
  why: 'Reason',
  whyHint: `Saved with the delivery, with your name. Up to ${MAX_REASON_CHARACTERS} characters.`,
  whyExample: 'Their server was down',
  whyMissing: 'Enter a reason.',
  send: 'Resend',
  left: 'The queue is delayed. The event will be sent within minutes.',
};
