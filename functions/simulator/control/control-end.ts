import { randomUUID } from 'node:crypto';
import type { SettleAction } from '../notify/actions.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { settle } from '../payments/settle.ts';
import { controlRefusal } from '../sibs/refusal.ts';
import type { ControlDependencies } from './control-request.ts';

/**
 * Ends a payment and queues its notification. The message is sent before the write, so that a crash in between loses
 * nothing. If the consumer writes first, the action's id shows that it was the same action. A message whose payment
 * ended by another action does nothing.
 */
export async function end(
  { bankId }: Checkout,
  how: Pick<SettleAction, 'decision' | 'paidCents'>,
  { table, schedule, clock }: ControlDependencies,
): Promise<Checkout['paymentStatus']> {
  const action: SettleAction = { kind: 'settle', id: randomUUID(), bankId, ...how };
  await schedule(action, 0);
  const settling = await settle(table, action, clock());
  if (settling.kind === 'not-live') throw controlRefusal(409, 'the payment has just ended otherwise');
  return settling.checkout.paymentStatus;
}
