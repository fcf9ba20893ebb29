import type { Status } from '../payments/transitions.ts';

/** The event of each terminal status (§6.1). To add one, begin here: the compiler names the files that lack it. */
export const EVENT_OF_STATUS = {
  paid: 'payment.success',
  failed: 'payment.failed',
  cancelled: 'payment.cancelled',
} as const satisfies Record<Exclude<Status, 'pending'>, string>;

/** The events of payments, the most urgent first. */
export const PAYMENT_EVENTS = Object.values(EVENT_OF_STATUS);
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** A test event (decision D11) is sent at a merchant's request and belongs to no payment. */
export const TEST_EVENT = 'webhook.test';
export type EventKind = PaymentEvent | typeof TEST_EVENT;

/** The attribute `kind` of a test event's item, which a transaction lacks. */
export const TEST_KIND = 'test';

/** The ids of test events begin with this, those of transactions with `tx_`. */
export const TEST_ID_PREFIX = 'test_';

export function isTestEvent({ transactionId }: { transactionId: string }): boolean {
  return transactionId.startsWith(TEST_ID_PREFIX);
}
