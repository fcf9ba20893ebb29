import { MAXIMUM_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';

export const unnotified = {
  title: 'Paid, not notified',
  describe:
    'Events that the shop’s server has not acknowledged with a 2xx status. A paid order may not have been ' +
    'fulfilled. A failed or cancelled one may hold stock.',
  paid: 'Paid, not notified',
  failed: 'Failed, not notified',
  cancelled: 'Cancelled, not notified',
  payments: (count: string, isOne: boolean) => (isOne ? '1 payment' : `${count} payments`),
  orders: (count: string, isOne: boolean) => (isOne ? '1 order' : `${count} orders`),
  holdStock: 'Stock may be on hold.',
  deadLetters: 'Failed internal messages',
  deadLettersNone: 'No failed messages.',
  deadLettersSome: 'Redrive them with the command',
  deadLettersOfAll: 'Not available per merchant.',
  allWell: 'No undelivered events',
  noneFiltered: 'No undelivered events match these filters.',
  lines: 'By event, reason and age',
  event: 'Event',
  why: 'Reason',
  age: 'Age',
  count: 'Count',
  euros: 'Euros',
  reason: {
    not_delivered: 'The attempts failed',
    skipped: 'Webhooks off, or no URL',
    not_attempted: 'Given up without an attempt (fault on our side)',
    unattempted: 'No attempt for over a minute',
    stalled: 'Next attempt over a minute late',
  },
  ageOf: { hour: 'Under 1 hour', day: 'Under 1 day', week: 'Under 7 days', older: '7 days or more' },
  figures: 'Figures',
  days: 'Days',
  allTime: 'All time',
  allMerchants: 'All merchants',
  merchantHint: 'ID, such as mer_…; empty means all',
  refresh: 'Refresh',
  loading: 'Loading figures…',
  listLoading: 'Loading events…',
  scannedAll: (scanned: string) => `Scan complete. Undelivered or skipped events: ${scanned}.`,
  scannedPart: (scanned: string, merchant: string, at: string) =>
    `Scanned ${scanned} events by merchant and time, up to ${merchant}, ${at}. The figures are partial.`,
  scannedPartPlain: (scanned: string) => `Scanned ${scanned} events so far. The figures are partial.`,
  waitingPart: (scanned: string) => `Of the deliveries in progress, only the first ${scanned} were scanned.`,
  list: 'Undelivered events',
  listHint:
    'Deliveries that failed or were skipped, by merchant, oldest first. Deliveries in progress are not listed: ' +
    'they are retried automatically.',
  listCaption: 'Undelivered events, by merchant, oldest first',
  listNone: 'No undelivered events.',
  listNoneOfFilter: 'No match in the events scanned so far.',
  listPart: (merchant: string, at: string) => `Scanned up to ${merchant}, ${at}.`,
  anyEvent: 'Any event',
  anyReason: 'Any reason',
  settled: 'Event time',
  resendSelected: 'Resend selected',
  resendAll: 'Resend all…',
  select: { all: 'Select all', item: (order: string) => `Select the event of order ${order}` },
};

export const bulkResend = {
  titleSelected: (count: number) => (count === 1 ? 'Resend 1 event' : `Resend ${count} events`),
  titleAll: 'Resend all events',
  whatSelected:
    `Each event starts a new series of up to ${MAXIMUM_ATTEMPTS} attempts, with the same bytes and the same ` +
    'event ID.',
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
  standing: {
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
