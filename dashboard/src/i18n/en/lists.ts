import type { MerchantsScanned } from '../../../../functions/dashboard/transactions/transactions-position.ts';

export const merchantsScanned = {
  scanned: (scanned: string, of: string) =>
    `Showing the first ${scanned} of ${of} merchants, in groups, newest first within each group. Choose one ` +
    'merchant to see its newest transactions first.',
};

export const csvExport = {
  columns: {
    transactionId: 'transactionId',
    merchantId: 'merchantId',
    merchant: 'merchant',
    orderId: 'orderId',
    status: 'status',
    method: 'method',
    amount: 'amount EUR',
    received: 'received EUR',
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
  },
  title: 'Export to CSV',
  what: 'A file for Excel with Portuguese settings: one row per transaction, Lisbon days and times, IDs as text.',
  period: (by: string, from: string, to: string) => `${by}: ${from} to ${to}`,
  withFilters: (count: number) =>
    count === 0 ? 'No filters.' : count === 1 ? 'With 1 filter.' : `With ${count} filters.`,
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
  sum: (count: string, isOne: boolean, euros: string) =>
    `${isOne ? '1 transaction' : `${count} transactions`}: ${euros}`,
  sumPaid: (count: string, _isOne: boolean, euros: string) => `${count} paid. Received for them: ${euros}.`,
  resume: 'Continue',
  rows: (count: string, isOne: boolean) => (isOne ? '1 row' : `${count} rows`),
};
