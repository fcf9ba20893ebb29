import { LONGEST_REASON } from '../../../../functions/runtime/longest-texts.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAXIMUM_ATTEMPTS } from '../../../../functions/webhooks/schedule.ts';
import { formatDurations } from '../format.ts';

const SECONDS = DEADLINE_MS / 1_000;
const LATER_MS = DELAYS_BEFORE_ATTEMPT_MS.slice(1);

export const transactionDetail = {
  title: (order: string) => `Order ${order}`,
  untitled: 'Transaction',
  back: 'Back to the list',
  refresh: 'Refresh',
  live: 'Follows by itself what happens',
  facts: 'Facts',
  transactionId: 'Transaction id',
  orderId: 'Order id',
  merchantId: 'Merchant',
  amount: 'Amount',
  received: (sum: string) => `${sum} came, more than was asked for`,
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
  delivery: 'Webhook delivery',
  deliveryNone: 'No event yet: a webhook goes out when the transaction is paid, failed or cancelled.',
  deliveryMeans: {
    pending: `Attempts are being made: up to ${MAXIMUM_ATTEMPTS}, at once, then after ${formatDurations(LATER_MS, 'en-GB')}.`,
    delivered: `The shop’s server answered with a 2xx status within ${SECONDS} seconds. What it did with the event is not known here.`,
    not_delivered: 'The attempts failed. The shop was not told; see why below, then send it again.',
    skipped: 'Nothing was sent: webhooks were off, or no URL was set.',
    superseded: 'A newer event of this transaction says what is true now.',
  },
  deliveryState: {
    pending: 'Pending: being delivered',
    delivered: 'Delivered: answered 2xx',
    not_delivered: 'Not delivered',
    skipped: 'Skipped: nothing sent',
    superseded: 'Superseded by a newer event',
  },
  event: 'Event',
  eventId: 'Event id',
  attempts: 'Attempts',
  series: (number: number) => (number === 1 ? 'first series' : `series ${number}`),
  next: (when: string) => `next attempt ${when}`,
  resend: 'Send again',
  siblings: 'Other transactions of this order',
  siblingsHint: 'A shop that tries again makes a new transaction; two paid ones mean that the customer paid twice.',
  siblingsMore: 'Not all are shown: the order has more.',
  notWhole: 'The story is longer than what is read at once; its end is missing here.',
  openException: (count: number) => (count === 1 ? 'There is an open exception' : `There are ${count} open exceptions`),
  openExceptionWhere: 'What it means stands below, at the time when it was found.',
  toException: 'To the exceptions',
  timeline: 'What happened',
  notifiedAndFound: 'Attempts and exceptions',
  open: 'Open transaction',
  timelineHint: 'Times are Lisbon’s; point at one to see it in UTC.',
};

export const resend = {
  title: 'Send the event again',
  what: (event: string) =>
    `A new series of up to ${MAXIMUM_ATTEMPTS} attempts begins for ${event}, with the same bytes and the same event id. A shop that already has it must know it by its id.`,
  why: 'Reason',
  whyHint: `Is kept with the delivery, with your name. At most ${LONGEST_REASON} characters.`,
  whyExample: 'Their server was down',
  whyMissing: 'A reason is needed: it is kept.',
  send: 'Send again',
  left: 'It will go out within minutes: the queue did not take it just now.',
};
