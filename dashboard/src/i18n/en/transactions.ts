import type { EventKind } from '../../../../functions/webhooks/event-kind.ts';
import { PRESET_DAYS } from '../../period/days.ts';

/** Words that the lists, the transaction and the pages of finance share. */
export const transactions = {
  status: { pending: 'Pending', paid: 'Paid', failed: 'Failed', cancelled: 'Cancelled' },
  method: { MBWAY: 'MB WAY', REFERENCE: 'Multibanco', none: 'No method yet' },
  delivery: {
    pending: 'Delivering',
    delivered: 'Answered 2xx',
    not_delivered: 'Not delivered',
    skipped: 'Skipped',
    superseded: 'Superseded',
    none: 'No event yet',
  },
  event: {
    'payment.success': 'Payment confirmed',
    'payment.failed': 'Payment failed',
    'payment.cancelled': 'Cancelled or expired',
    'webhook.test': 'Test event',
  } satisfies Record<EventKind, string>,
  find: {
    created: 'Created on',
    paid: 'Paid on',
    order: 'Order id',
    transaction: 'Transaction id',
  },
  preset: {
    today: 'Today',
    yesterday: 'Yesterday',
    week: `Last ${PRESET_DAYS.week} days`,
    month: `Last ${PRESET_DAYS.month} days`,
    'this-month': 'This month',
    own: 'Other days…',
  },
  period: 'Period',
  merchant: 'Merchant',
  order: 'Order',
  transaction: 'Transaction',
  amount: 'Amount',
  statusHeading: 'Status',
  methodHeading: 'Method',
  deliveryHeading: 'Webhook',
  created: 'Created',
  paid: 'Paid',
  lisbon: 'Days and times are Lisbon’s.',
  close: 'Close',
  none: '–',
};

export const transactionList = {
  title: 'Transactions',
  caption: 'Transactions, the newest first',
  describe: 'By period, order or id; the newest first.',
  find: 'Find by',
  look: 'Find',
  idPlaceholder: 'tx_…',
  orderPlaceholder: 'The order id as your shop wrote it',
  filtersOn: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  refresh: 'Look again',
  exportCsv: 'Export CSV',
  exportNeedsPeriod: 'Choose a period to export.',
  loading: 'Looking for transactions…',
  further: (scanned: string) => `Nothing yet: ${scanned} looked at, looking further…`,
  stop: 'Stop',
  more: 'Show more',
  loadMore: 'Look further back',
  whole: (count: string) => `That is all: ${count}.`,
  wholeFiltered: (count: string, scanned: string) => `All of it was looked at (${scanned}): ${count} match.`,
  partial: (scanned: string, until: string) =>
    `Looked at ${scanned} so far, back to ${until}. There is more before that.`,
  partialUntimed: (scanned: string) => `Looked at ${scanned} so far. There are more.`,
  recorded: 'Recorded',
  transactionId: 'Transaction id',
  selection: 'Shown beneath the list',
  select: (order: string) => `Show ${order} beneath the list`,
  preferences: 'Columns',
};

export const emptyList = {
  clear: 'Clear filters',
  noneTitle: 'No transactions',
  noneInPeriod: 'Nothing in this period.',
  noneWithFilters: 'Nothing here matches the filters.',
  noneSoFar: (until: string) => `Nothing that matches, back to ${until}.`,
  noneOfId: 'No transaction has this id.',
  noneOfOrder: 'No transaction has this order id. It must be written exactly as the shop sent it.',
  askId: 'Type an id above.',
  firstSteps: 'Has nothing ever come in? Your API key and a call to copy are under API keys.',
  toApiKeys: 'API keys',
  longer: `Look at ${PRESET_DAYS.month} days`,
};

export const listFilter = {
  label: 'Filters of the list',
  placeholder: 'Filter by status, method, webhook or amount',
  nothing: 'There is no such filter. Orders and ids are found by the fields above.',
  statuses: 'Statuses',
  methods: 'Methods',
  deliveries: 'Delivery states',
  amounts: 'Amount in euros',
  atLeast: 'At least',
  atMost: 'At most',
  amountProblem: {
    'not-an-amount': 'An amount in euros with at most two decimals, such as 10,50',
    negative: 'At least 0',
  },
  refused: (typed: string) => `“${typed}” filters nothing.`,
  edit: 'Change the filter',
  close: 'Close',
};

export const preferences = {
  title: 'What the table shows',
  confirm: 'Confirm',
  cancel: 'Cancel',
  columns: 'Columns',
  wrapLines: 'Wrap long lines',
  dense: 'Compact rows',
  wrapLinesHint: 'Show all of a text over several lines.',
  denseHint: 'More rows on one screen.',
  columnsHint: 'Which columns are shown, and in which order.',
};

export const merchantsScanned = {
  scanned: (scanned: string, of: string) =>
    `There are ${of} merchants, and the list goes through them in groups: these are of the first ${scanned}, each group by itself the newest first. Name a merchant to see its newest at once.`,
};

export const csvExport = {
  title: 'Export to CSV',
  what: 'A file that Excel with Portuguese settings opens right: one row for each transaction, days and times of Lisbon, ids as text.',
  period: (by: string, from: string, to: string) => `${by}: ${from} to ${to}`,
  withFilters: (count: number) =>
    count === 0 ? 'No filters.' : count === 1 ? 'With 1 filter.' : `With ${count} filters.`,
  mark: 'Mark what changed since your last export',
  markHint: (at: string) => `You exported this very filter from this browser on ${at}.`,
  start: 'Export',
  going: (rows: string, until: string) => `${rows} so far, back to ${until}`,
  ofMerchants: (going: string, scanned: number, of: number) => `${going}, of the first ${scanned} of ${of} merchants`,
  starting: 'Starting…',
  progress: 'Export',
  stop: 'Cancel',
  done: (rows: string) => `Saved: ${rows}.`,
  saveAgain: 'Save again',
  failedAtStart: 'No file was saved.',
  failed: (rows: string) => `It broke off after ${rows}; no file was saved yet.`,
  stopped: (rows: string) =>
    `Stopped after ${rows}; no file was saved. What has come is kept while this window is open.`,
  goOn: 'Go on from there',
  rows: (count: string, isOne: boolean) => (isOne ? '1 row' : `${count} rows`),
};
