import { notification } from '../../../functions/payments/settle/notification.ts';
import type { NotificationFacts } from '../../bank/sibs-notification.ts';
import { apiEvent } from '../../rig/api-event.ts';
import { sibsNotification } from '../../rig/banks/bank-script.ts';
import type { Customer, Movement } from './customers.ts';
import type { Action } from './stepper.ts';
import type { World } from './world.ts';

export function notificationEvent(facts: NotificationFacts) {
  const { headers, rawBody } = sibsNotification(facts);
  return { ...apiEvent({ body: rawBody, pathParameters: { account: 'main' }, authorizer: null }), headers };
}

// The first tier of the bank's retries: every five minutes.
const AGAIN_MS = 300_000;

/** The customer decides at once, and the bank notifies until the notification is acknowledged. */
export function customerDecides(world: World, customer: Customer, outcome: 'paid' | 'declined'): Action {
  const { bankId, method, orderId: merchantTransactionId, cents } = customer.start;
  const about = { bankId, method, merchantTransactionId, euros: cents / 100 };
  const notificationId = `notification-${bankId}-${outcome}`;
  let isDecided = false;
  let movement: Movement | undefined;
  const decide = () => {
    // Once: a repeated notification must not undo a later decision.
    if (!isDecided && outcome === 'paid') movement = world.customers.pay(customer);
    if (!isDecided && outcome === 'declined') world.customers.decline(customer);
    isDecided = true;
  };
  const run = async () => {
    decide();
    const reported = movement
      ? { status: 'Success' as const, operationId: movement.id, paidAt: new Date(movement.atMs).toISOString() }
      : { status: 'Declined' as const, statusCode: 'E0500' };
    const event = notificationEvent({ ...about, notificationId, ...reported });
    const ended = await world.invoke('notification', ({ banking }) => notification(banking)(event));
    const isAcknowledged = ended.kind === 'answered' && ended.answer.statusCode === 200;
    if (isAcknowledged && movement) movement.isReported = true;
    return isAcknowledged;
  };
  return { atMs: 0, retryAfterMs: AGAIN_MS, run };
}
