import { notification } from '../../../functions/payments/settle/notification.ts';
import type { NotificationFacts } from '../../bank/sibs-notification.ts';
import { apiEvent } from '../../support/api-event.ts';
import { sibsNotification } from '../../support/banks/bank-script.ts';
import type { Customer, CustomerState, Movement } from './customers.ts';
import type { Action } from './stepper.ts';
import type { World } from './world.ts';

/** A notification that the bank sends for a payment. */
export interface BankNotification {
  notificationId: string;
  customer: Customer;
  status: 'Success' | 'Declined' | 'Timeout';
  cents: number;
  movement: Movement | undefined;
}

/** The content of a notification. */
export function factsOf({ notificationId, customer, status, cents, movement }: BankNotification): NotificationFacts {
  const { bankId, method, orderId: merchantTransactionId } = customer.start;
  return {
    ...{ bankId, method, status, notificationId, euros: cents / 100, merchantTransactionId },
    ...(status === 'Declined' && { statusCode: 'E0500' }),
    ...(movement && { operationId: movement.id, paidAt: new Date(movement.atMs).toISOString() }),
  };
}

export function notificationEvent(facts: NotificationFacts, key?: Parameters<typeof sibsNotification>[1]) {
  const { headers, rawBody } = sibsNotification(facts, key);
  return { ...apiEvent({ body: rawBody, pathParameters: { account: 'main' }, authorizer: null }), headers };
}

/** Passes a notification to the function. */
export function receive(world: World, facts: NotificationFacts, key?: Parameters<typeof sibsNotification>[1]) {
  const event = notificationEvent(facts, key);
  return world.invoke('notification', ({ banking }) => notification(banking)(event));
}

// The first tier of the bank's retries: every five minutes.
const AGAIN_MS = 300_000;

const STATUS_OF = { paid: 'Success', declined: 'Declined', 'timed-out': 'Timeout' } as const;
/** The customer pays, refuses, or lets the time pass. */
export type BankOutcome = Exclude<CustomerState, 'waiting'>;

export interface BankDecision {
  outcome: BankOutcome;
  atMs?: number;
  /** 0: only the sweep finds out. 2: the bank repeats an acknowledged notification. */
  notifications?: 0 | 1 | 2;
}

/** The customer decides, and the bank notifies until the notification is acknowledged. */
export function customerDecides(world: World, customer: Customer, decision: BankDecision): Action[] {
  const { outcome, atMs = 0, notifications = 1 } = decision;
  const sent: BankNotification = {
    notificationId: `notification-${customer.start.bankId}-${outcome}`,
    ...{ customer, status: STATUS_OF[outcome], cents: customer.start.cents, movement: undefined },
  };
  let isDecided = false;
  const decide = () => {
    // Once: a repeated notification must not undo a later decision.
    if (!isDecided && outcome === 'paid') sent.movement = world.customers.pay(customer);
    if (!isDecided && outcome === 'declined') world.customers.decline(customer);
    isDecided = true;
  };
  const notify = async () => {
    const ended = await receive(world, factsOf(sent));
    const isAcknowledged = ended.kind === 'answered' && ended.answer.statusCode === 200;
    if (isAcknowledged && sent.movement) sent.movement.isReported = true;
    return isAcknowledged;
  };
  const run = async () => {
    decide();
    return notifications === 0 || notify();
  };
  const first = { atMs, retryAfterMs: AGAIN_MS, run };
  return notifications === 2 ? [first, { ...first, atMs: atMs + 1_000 }] : [first];
}
