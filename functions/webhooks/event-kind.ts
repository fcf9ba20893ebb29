import type { Status } from '../payments/transitions.ts';

/** The event that each final status gives (§6.1). Adding an event begins here; the compiler names the places that lack it. */
export const EVENT_OF_STATUS = {
  paid: 'payment.success',
  failed: 'payment.failed',
  cancelled: 'payment.cancelled',
} as const satisfies Record<Exclude<Status, 'pending'>, string>;

/** The events of payments, the most urgent first. */
export const PAYMENT_EVENTS = Object.values(EVENT_OF_STATUS);
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** A test event (decision D11) is sent on a merchant's demand and stands for no payment. */
export const TEST_EVENT = 'webhook.test';
export type EventKind = PaymentEvent | typeof TEST_EVENT;
