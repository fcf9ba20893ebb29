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
  received: 'Received',
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
