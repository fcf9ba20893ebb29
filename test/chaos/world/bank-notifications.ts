import { checkoutId } from '../../../functions/banking/sibs/wire.ts';
import { notification } from '../../../functions/payments/settle/notification.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { apiEvent } from '../../support/api-event.ts';
import { type NotificationFacts, sibsNotification } from '../../support/bank-script.ts';
import type { BankPayment, Movement } from './bank.ts';
import type { Action } from './stepper.ts';
import type { World } from './world.ts';

/** A notification that the bank sends for a payment. */
export interface BankNotification {
  notificationId: string;
  payment: BankPayment;
  status: 'Success' | 'Declined' | 'Timeout';
  cents: number;
  movement: Movement | undefined;
}

/** The content of a notification. */
export function factsOf({ notificationId, payment, status, cents, movement }: BankNotification): NotificationFacts {
  const { bankId, method, transactionId } = payment;
  return {
    ...{ bankId, method, status, notificationId: notificationId, euros: cents / 100 },
    merchantTransactionId: checkoutId(transactionId ?? ''),
    ...(status === 'Declined' && { statusCode: 'E0500' }),
    ...(movement && { operationId: movement.operationId, paidAt: isoTime(movement.atMs) }),
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
export type BankOutcome = keyof typeof STATUS_OF;

export interface BankDecision {
  outcome: BankOutcome;
  atMs?: number;
  /** 0: only the sweep finds out. 2: the bank repeats an acknowledged notification. */
  notifications?: 0 | 1 | 2;
}

/** The bank decides, and notifies until the notification is acknowledged. */
export function bankDecides(world: World, payment: BankPayment, decision: BankDecision): Action[] {
  const { outcome, atMs = 0, notifications = 1 } = decision;
  const sent: BankNotification = {
    notificationId: `notification-${payment.bankId}-${outcome}`,
    ...{ payment, status: STATUS_OF[outcome], cents: payment.cents, movement: undefined },
  };
  let isDecided = false;
  const decide = () => {
    // Once: a repeated notification must not undo a later decision.
    if (!isDecided && outcome === 'paid') sent.movement = world.bank.pay(payment);
    else if (!isDecided) payment.state = outcome;
    isDecided = true;
  };
  const notify = async () => {
    const ended = await receive(world, factsOf(sent));
    const isTaken = ended.kind === 'answered' && ended.answer.statusCode === 200;
    if (isTaken && sent.movement) sent.movement.isReported = true;
    return isTaken;
  };
  const run = async () => {
    decide();
    return notifications === 0 || notify();
  };
  const first = { atMs, retryAfterMs: AGAIN_MS, run };
  return notifications === 2 ? [first, { ...first, atMs: atMs + 1_000 }] : [first];
}
