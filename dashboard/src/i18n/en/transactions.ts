import type { MerchantsScanned } from '../../../../functions/dashboard/transactions/transactions-position.ts';
import type { EventKind } from '../../../../functions/webhooks/event-kind.ts';
import { PRESET_DAYS } from '../../period/days.ts';

/** Words that the lists, the transaction and the pages of finance share. */
export const transactions = {
  status: { pending: 'Pending', paid: 'Paid', failed: 'Failed', cancelled: 'Cancelled' },
  method: { MBWAY: 'MB WAY', REFERENCE: 'Multibanco', none: 'No method yet' },
  delivery: {
    pending: 'Delivering',
    delivered: 'Delivered',
    not_delivered: 'Not delivered',
    skipped: 'Not sent (webhooks off or no URL)',
    superseded: 'Replaced by newer event',
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
    order: 'Order ID',
    transaction: 'Transaction ID',
    reference: 'Multibanco reference',
  },
  preset: {
    today: 'Today',
    yesterday: 'Yesterday',
    week: `Last ${PRESET_DAYS.week} days`,
    month: `Last ${PRESET_DAYS.month} days`,
    'this-month': 'This month',
    'last-month': 'Last month',
    own: 'Other days…',
  },
  period: 'Period',
  merchant: 'Merchant',
  order: 'Order',
  transaction: 'Transaction',
  amount: 'Amount',
  refundedOf: (refunded: string, paid: string) => `Refunded ${refunded} of ${paid}`,
  excessRefunded: (euros: string) => `Excess of ${euros} refunded`,
  refundedUnpaid: (euros: string) => `Refunded ${euros}`,
  refundedUnknown: 'Refunded, amount not reported',
  refundsHeading: 'Refunds',
  refunds: { refunded: 'refunded', none: 'not refunded' },
  statusHeading: 'Status',
  methodHeading: 'Method',
  deliveryHeading: 'Webhook',
  created: 'Created',
  paid: 'Paid',
  lisbon: 'Times in Europe/Lisbon',
  close: 'Close',
  none: '–',
};

export const transactionList = {
  title: 'Transactions',
  caption: 'Transactions, newest first',
  describe: 'By period, order or ID, newest first.',
  find: 'Find by',
  search: 'Find',
  placeholder: {
    order: 'The order ID, or its first characters',
    transaction: 'tx_…',
    reference: 'Entity and reference, such as 12345 123 456 789',
  },
  statusTabs: 'Status',
  allStatuses: 'All',
  statusTab: { pending: 'Pending', paid: 'Paid', failed: 'Failed', cancelled: 'Cancelled' },
  filtersOn: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  refresh: 'Refresh',
  exportCsv: 'Export CSV',
  exportNeedsPeriod: 'Choose a period to export.',
  loading: 'Searching transactions…',
  further: (scanned: string) => `No match yet. Scanned ${scanned}, searching further back…`,
  results: (count: string) => (count === '1' ? '1 result' : `${count} results`),
  resultsScanned: (count: string, scanned: string) =>
    `${count === '1' ? '1 result' : `${count} results`}, of ${scanned === '1' ? '1 transaction' : `${scanned} transactions`} scanned`,
  partial: (scanned: string, until: string) => `Scanned ${scanned}, back to ${until}. There are more.`,
  partialUntimed: (scanned: string) => `Scanned ${scanned}. There are more.`,
  recorded: 'Recorded',
  transactionId: 'Transaction ID',
  selection: 'Shown in the panel',
  select: (order: string) => `Show ${order} in the panel`,
  preferences: 'Columns',
};

export const emptyList = {
  clear: 'Clear filters',
  noneTitle: 'No transactions',
  noneInPeriod: 'No transactions in this period.',
  noneWithFilters: 'No transactions match the filters.',
  noneSoFar: (until: string) => `No match so far, back to ${until}.`,
  noneOf: {
    order: 'No order ID begins with this text.',
    transaction: 'No transaction has this ID.',
    reference: 'No transaction has this reference.',
  },
  referenceHint: 'For an older Multibanco reference, enter the entity too.',
  askReference: 'Enter the reference (9 digits) above, with or without the entity (5 digits) before it.',
  askId: 'Enter an ID above.',
  firstSteps: 'No transactions yet? Your API key and a sample call are under API keys.',
  toApiKeys: 'API keys',
  longer: `Search ${PRESET_DAYS.month} days`,
};

export const listFilter = {
  label: 'Filters of the list',
  placeholder: 'Filter by status, method, webhook or amount',
  nothing: 'No such filter. Use the fields above to find orders and IDs.',
  statuses: 'Statuses',
  methods: 'Methods',
  deliveries: 'Delivery states',
  refunds: 'Refunds',
  amounts: 'Amount in euros',
  atLeast: 'At least',
  atMost: 'At most',
  amountProblem: {
    'not-an-amount': 'Enter an amount in euros with at most two decimals, for example 10,50',
    negative: 'At least 0',
  },
  refused: (typed: string) => `“${typed}” is not a filter.`,
  edit: 'Change the filter',
  close: 'Close',
};

export const preferences = {
  title: 'Table preferences',
  confirm: 'Confirm',
  cancel: 'Cancel',
  columns: 'Columns',
  wrapLines: 'Wrap long lines',
  dense: 'Compact rows',
  wrapLinesHint: 'Show the complete text over several lines.',
  denseHint: 'More rows on one screen.',
  columnsHint: 'Which columns are shown, and in which order.',
};

export const merchantsScanned = {
  scanned: (scanned: string, of: string) =>
    `Showing the first ${scanned} of ${of} merchants, in groups, newest first within each group. Choose one ` +
    'merchant to see its newest transactions first.',
};

export const listSum = {
  button: 'Sum',
  all: (count: string, isOne: boolean, euros: string) =>
    `${isOne ? '1 transaction' : `${count} transactions`}: ${euros}`,
  paid: (count: string, _isOne: boolean, euros: string) => `${count} paid: ${euros}.`,
  refunded: (refunded: string, net: string) =>
    `Refunded of these payments to date: ${refunded}. Net after these refunds: ${net}.`,
  refundsElsewhere: 'Totals count what was refunded in the period:',
  toRefunds: 'Refunds made in this period',
  unknown: (count: string) => `Refunds without an amount are missing: ${count}.`,
  moreExist: 'Sum of the loaded rows. More exist.',
  soFar: (until: string) => `Sum back to ${until}. More exist.`,
  resume: 'Resume',
};

export const csvExport = {
  yes: 'yes',
  columns: {
    transactionId: 'transactionId',
    merchantId: 'merchantId',
    merchant: 'merchant',
    orderId: 'orderId',
    status: 'status',
    method: 'method',
    amount: 'amount EUR',
    created: 'created (Lisbon)',
    paidOn: 'paid on (Lisbon day)',
    paid: 'paid (Lisbon)',
    recorded: 'recorded (Lisbon)',
    entity: 'entity',
    reference: 'reference',
    bankAccount: 'bankAccount',
    bankId: 'bankId',
    event: 'event',
    delivery: 'delivery',
    attempts: 'attempts',
    refunded: 'refunded EUR',
    net: 'net EUR',
    changed: 'changed since your export',
    refundedInPeriod: 'refunded in the period EUR',
    refundedToDate: 'refunded to date EUR',
  },
  title: 'Export to CSV',
  what: 'A file for Excel with Portuguese settings: one row per transaction, Lisbon days and times, IDs as text.',
  period: (by: string, from: string, to: string) => `${by}: ${from} to ${to}`,
  withFilters: (count: number) =>
    count === 0 ? 'No filters.' : count === 1 ? 'With 1 filter.' : `With ${count} filters.`,
  mark: 'Mark changes since your last export',
  markHint: (at: string) => `You exported with these filters from this browser on ${at}.`,
  start: 'Export',
  going: (rows: string, until: string, merchants: MerchantsScanned) =>
    `${rows} so far, back to ${until}${
      merchants ? `, of the first ${merchants.scanned} of ${merchants.of} merchants` : ''
    }.`,
  starting: 'Starting…',
  progress: 'Export',
  stop: 'Cancel',
  done: (rows: string) => `Saved: ${rows}.`,
  saveAgain: 'Save again',
  failedAtStart: 'No file was saved.',
  failed: (rows: string) => `Interrupted after ${rows}. No file was saved yet.`,
  stopped: (rows: string) =>
    `Stopped after ${rows}. No file was saved. The rows received are kept while this window is open.`,
  resume: 'Continue',
  rows: (count: string, isOne: boolean) => (isOne ? '1 row' : `${count} rows`),
};
