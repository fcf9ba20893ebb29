import { checkoutId } from '../../../functions/banking/sibs/ids.ts';
import { notification } from '../../../functions/payments/settle/notification.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { apiEvent } from '../../support/api-event.ts';
import { type NotificationFacts, sibsNotification } from '../../support/bank-script.ts';
import type { BankPayment, Movement } from './bank.ts';
import type { Action } from './stepper.ts';
import type { World } from './world.ts';

/** What the bank has to tell of a payment. */
export interface Notice {
  noticeId: string;
  payment: BankPayment;
  status: 'Success' | 'Declined' | 'Timeout';
  cents: number;
  movement: Movement | undefined;
}

/** The facts of a notice as they stand in it. */
export function factsOf({ noticeId, payment, status, cents, movement }: Notice): NotificationFacts {
  const { bankId, method, transactionId } = payment;
  return {
    ...{ bankId, method, status, notificationId: noticeId, euros: cents / 100 },
    merchantTransactionId: checkoutId(transactionId ?? ''),
    ...(status === 'Declined' && { statusCode: 'E0500' }),
    ...(movement && { operationId: movement.operationId, paidAt: isoTime(movement.atMs) }),
  };
}

export function notificationEvent(facts: NotificationFacts, key?: Parameters<typeof sibsNotification>[1]) {
  const { headers, rawBody } = sibsNotification(facts, key);
  return { ...apiEvent({ body: rawBody, pathParameters: { account: 'main' }, authorizer: null }), headers };
}

/** A notice arrives at the function. */
export function receive(world: World, facts: NotificationFacts, key?: Parameters<typeof sibsNotification>[1]) {
  const event = notificationEvent(facts, key);
  return world.invoke('notification', ({ banking }) => notification(banking)(event));
}

// The bank's first tier (docs of its notifications): every five minutes.
const AGAIN_MS = 300_000;

const STATUS_OF = { paid: 'Success', declined: 'Declined', 'timed-out': 'Timeout' } as const;
export type BankOutcome = keyof typeof STATUS_OF;

export interface BankDecision {
  outcome: BankOutcome;
  atMs?: number;
  /** None: only the sweep's question brings it to light. Two: the bank repeats what was acknowledged. */
  notices?: 0 | 1 | 2;
}

/** The bank decides, and notifies until it is acknowledged. */
export function bankDecides(world: World, payment: BankPayment, decision: BankDecision): Action[] {
  const { outcome, atMs = 0, notices = 1 } = decision;
  const notice: Notice = {
    noticeId: `notice-${payment.bankId}-${outcome}`,
    ...{ payment, status: STATUS_OF[outcome], cents: payment.cents, movement: undefined },
  };
  let isDecided = false;
  const decide = () => {
    // Once: a notice that is repeated later does not undo what the bank has decided since.
    if (!isDecided && outcome === 'paid') notice.movement = world.bank.pay(payment);
    else if (!isDecided) payment.state = outcome;
    isDecided = true;
  };
  const notify = async () => {
    const ended = await receive(world, factsOf(notice));
    const isTaken = ended.kind === 'answered' && ended.answer.statusCode === 200;
    if (isTaken && notice.movement) notice.movement.isReported = true;
    return isTaken;
  };
  const run = async () => {
    decide();
    return notices === 0 || notify();
  };
  const first = { atMs, againAfterMs: AGAIN_MS, run };
  return notices === 2 ? [first, { ...first, atMs: atMs + 1_000 }] : [first];
}
