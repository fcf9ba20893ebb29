import type { NotChecked } from '../../../../functions/finance/audit/tally.ts';
import type { ViolationKind } from '../../../../functions/finance/audit/violation.ts';

export const audit = {
  title: 'Nightly audit',
  describe: 'Transactions, webhooks, totals and bank movements of a day, checked against the rules after midnight.',
  none: 'No day has been audited yet.',
  earlier: 'Earlier nights with violations, of the last 30',
  result: (checked: string, paid: string, violations: string, notChecked: string) =>
    `Transactions checked: ${checked}, ${paid} of them paid that day. Violations: ${violations}. Not checked: ` +
    `${notChecked}.`,
  finished: (day: string, at: string) => `${day}, finished ${at}`,
  kind: 'Violation',
  transaction: 'Transaction',
  merchant: 'Merchant',
  detail: 'Detail',
  command: 'Command',
  more: (count: string) => `${count} more in the log`,
  kinds: {
    unreadable: 'Item cannot be read',
    status: 'Status does not match its events',
    'paid-at': 'Payment time does not match the status',
    payload: 'Webhook data does not match the transaction',
    start: 'Bank request still open after the end',
    event: 'Webhook delivery never finished',
    attempts: 'Webhook attempts do not match the schedule',
    undelivered: 'List of undelivered events is wrong',
    due: 'Scheduled check missing or not removed',
    'due-unattended': 'Due for more than a day',
    exception: 'Exception missing, or in no list',
    sums: 'Stored sum that is not that of its items',
    order: 'Order paid twice without an exception',
    totals: 'Totals do not match the transactions',
    'totals-above': 'Totals count more than the transactions',
    movement: 'Bank movement without a record',
    unlisted: 'Recorded payment not in the bank’s list',
  } satisfies Record<ViolationKind, string>,
  reasons: {
    'no-list': 'The bank lists no movements',
    'list-failed': 'The bank’s list could not be read',
    'beyond-list': 'Too new, too old or refunded: may not be in the bank’s list',
    'totals-busy': 'Totals kept changing',
    unread: 'Could not be read',
  } satisfies Record<NotChecked, string>,
};
