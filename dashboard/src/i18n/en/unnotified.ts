import { MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';

export const unnotified = {
  title: 'Paid, not notified',
  describe:
    'Events that the shop’s server has not acknowledged with a 2xx status. A paid order may not have been ' +
    'fulfilled. A failed or cancelled one may hold stock.',
  paid: 'Paid, not notified',
  others: 'Failed or cancelled, not notified',
  payments: (count: string, isOne: boolean) => (isOne ? '1 payment' : `${count} payments`),
  holdStock: 'Stock may be on hold.',
  allWell: 'No undelivered events',
  noneFiltered: 'No undelivered events match these filters.',
  event: 'Event',
  why: 'Reason',
  reason: {
    not_delivered: 'The attempts failed',
    skipped: 'Webhooks off, or no URL',
    not_attempted: 'Given up without an attempt (fault on our side)',
  },
  figures: 'Figures',
  days: 'Days',
  allTime: 'All time',
  refresh: 'Refresh',
  listLoading: 'Loading events…',
  list: 'Undelivered events',
  listHint:
    'First those whose attempts failed, then those not sent, each oldest first. Deliveries in progress are not ' +
    'listed: they are retried automatically.',
  listCaption: 'Undelivered events, oldest first',
  noneYet: 'No match in the events scanned so far.',
  listPart: (at: string) => `Scanned up to ${at}. There are more.`,
  anyReason: 'Any reason',
  settled: 'Event time',
  resendSelected: 'Resend selected',
  resendAll: 'Resend all…',
  select: { all: 'Select all', item: (order: string) => `Select the event of order ${order}` },
};

export const bulkResend = {
  titleSelected: (count: number) => (count === 1 ? 'Resend 1 event' : `Resend ${count} events`),
  titleAll: 'Resend all events',
  whatSelected: `Each event is sent again in up to ${MAX_ATTEMPTS} new attempts, with the same bytes and the same event ID.`,
  whatAll: (where: string) =>
    `All undelivered and skipped events are resent, including those not loaded yet. Scope: ${where}.`,
  wherePeriod: (from: string, to: string) => `${from} to ${to}`,
  whereEver: 'all time',
  whereMerchant: (merchant: string) => `merchant ${merchant}`,
  whereAll: 'all merchants',
  counting: 'Counting events…',
  count: (count: string, isOne: boolean, euros: string) => `${count} ${isOne ? 'event' : 'events'}, ${euros}`,
  countAtLeast: (count: string, euros: string) =>
    `At least ${count} events, ${euros}. These are resent now. Open this window again for the others.`,
  start: 'Resend',
  stop: 'Stop',
  progress: 'Sent to the queue',
  goingOf: (done: string, of: string) => `${done} of ${of}`,
  eventState: {
    delivered: 'Delivered',
    failed: 'Not delivered',
    pending: 'Queued',
    'not-sent': 'Not sent',
  },
  unknownYet: 'No result yet. Those that fail return to the list.',
  stopped: 'Stopped. Events already resent stay resent. The others are still in the list.',
  failed:
    'Interrupted. Events already resent stay resent. The interrupted step may have resent more than is counted here.',
  resume: 'Continue',
  outcome: 'Result',
  order: 'Order',
  amount: 'Amount',
  rowsOf: (shown: string, all: string) => `${shown} of ${all} events are shown, those with a problem first.`,
};
