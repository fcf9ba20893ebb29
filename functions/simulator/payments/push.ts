import { randomUUID } from 'node:crypto';
import { SILENCE_MS } from '../control/trouble.ts';
import type { Sleep } from '../control/troubled.ts';
import type { Schedule, SettleAction } from '../notify/actions.ts';
import type { Table } from '../table.ts';
import type { Checkout } from './checkout-item.ts';
import type { Happening, PushedCustomer } from './customers.ts';
import { PUSH_WINDOW_MS, startPush } from './start.ts';

export interface PushDependencies {
  table: Table;
  schedule: Schedule;
  sleep: Sleep;
}

/**
 * Sends a checkout's push, schedules what this customer does, and returns when the bank answers the call. False when a
 * payment was already started on the checkout.
 *
 * The customer's actions are scheduled before the push is sent, so that a crash does not leave a push without a
 * decision. They have the id of this push, and do nothing when another push was first.
 */
export async function push(
  checkout: Pick<Checkout, 'bankId' | 'amountCents'>,
  phone: string,
  customer: PushedCustomer,
  nowMs: number,
  { table, schedule, sleep }: PushDependencies,
): Promise<boolean> {
  const pushId = randomUUID();
  await Promise.all(
    happeningsOf(customer).map((happening) => schedule(asAction(checkout, pushId, happening), happening.afterS)),
  );
  if (!(await startPush(table, { bankId: checkout.bankId, pushId, phone }, nowMs))) return false;
  if (customer.push === 'sent-unanswered') await sleep(SILENCE_MS);
  if (customer.answersAfterS) await sleep(customer.answersAfterS * 1000);
  return true;
}

/** The customer's decision, if any, and the end of the window. The first one settles the payment. */
function happeningsOf({ besides, decides }: PushedCustomer): Happening[] {
  const windowEnd: Happening = { decision: 'window-ended', afterS: PUSH_WINDOW_MS / 1000 };
  return [windowEnd, besides, decides].filter((happening) => happening !== undefined);
}

function asAction(
  { bankId, amountCents }: Pick<Checkout, 'bankId' | 'amountCents'>,
  pushId: string,
  { decision, manner, pays }: Happening,
): SettleAction {
  return { kind: 'settle', id: randomUUID(), bankId, pushId, decision, manner, paidCents: pays?.(amountCents) };
}
