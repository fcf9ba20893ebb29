/** The kinds of violations, each with its meaning. */
export const VIOLATIONS = {
  unreadable: 'an item is not in the form in which we write it',
  status: 'the status is not that of the newest event, or was reached by a step that is not allowed',
  'paid-at': 'time and start of the payment are there without the status paid, or the other way round',
  payload: 'the facts that the webhook tells are not those of the transaction',
  start: 'a start at the bank is still live, or a phone is still known, though the payment has ended',
  event: 'an event whose delivery has neither ended nor been tried for an hour',
  attempts: 'the attempts of a delivery are not those that the schedule allows',
  undelivered: 'the list of undelivered events lacks it, or lists it wrongly',
  due: 'the sweep would not find it although it is unfinished, or finds it although it is finished',
  'due-unattended': 'due for more than a day, and nothing was done about it',
  exception: 'money that a person must review, without an exception or with one that no list has',
  sums: 'the amount received, or the sums of the refunds, are not those of the items',
  order: 'an order that was paid twice, without an exception',
  totals: 'the totals of the day are not those of the transactions',
  'totals-above':
    'the totals of the day count more than the transactions hold: find what is missing, then rebuild them',
  movement: 'money that the bank lists, without a settlement, an exception or a refund',
  unlisted: 'a payment on our record that the bank’s list does not have',
} as const;
export type ViolationKind = keyof typeof VIOLATIONS;
export const VIOLATION_KINDS = Object.keys(VIOLATIONS) as [ViolationKind, ...ViolationKind[]];

/** A fault of one transaction. `detail` is free of personal data. */
export interface Fault {
  kind: ViolationKind;
  detail: string;
}

export interface Violation extends Fault {
  transactionId: string | null;
  merchantId: string | null;
}

/** The command that repairs the violation, or that shows it. `day` is the Lisbon day that was audited. */
export function commandFor({ kind, transactionId, merchantId }: Violation, day: string): string {
  const period = `--merchant ${merchantId} --from ${day} --to ${day}`;
  switch (kind) {
    case 'totals':
    case 'sums':
      return `npm run totals -- rebuild ${period}`;
    case 'totals-above':
      return `npm run reconcile -- --date ${day} --merchant ${merchantId}`;
    case 'order':
      return `npm run exceptions -- audit ${period}`;
    case 'event':
      return `npm run deliveries -- resend ${transactionId} --why audit`;
    case 'movement':
      if (transactionId === null) return `npm run reconcile -- --date ${day}`;
      break;
  }
  return `npm run transaction -- show ${transactionId}`;
}
