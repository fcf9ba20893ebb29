import { randomUUID } from 'node:crypto';
import type { Decision } from '../notify/actions.ts';
import type { NotificationContent, Operation } from '../notify/notification-kind.ts';
import { firstAttempt } from '../notify/send-notification.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { isLive, statusAt } from '../sibs/checkout-status.ts';
import { notificationOf, startNotification } from '../sibs/notification.ts';
import { type Answer, controlRefusal } from '../sibs/refusal.ts';
import type { WebRequest } from '../web.ts';
import { end } from './control-end.ts';
import {
  type Control,
  type ControlDependencies,
  checkoutsOf,
  latestStarted,
  requestedCents,
} from './control-request.ts';

/** The customer approves or rejects the live push. */
export function decide(decision: Decision): Control {
  return async (request, dependencies) => {
    const { transactionId } = request.pathParameters;
    const checkouts = await known(request, dependencies);
    const nowMs = dependencies.clock();
    const live = latestStarted(checkouts.filter((checkout) => isLive(statusAt(checkout, nowMs))));
    if (live?.method === 'REFERENCE') {
      throw controlRefusal(
        409,
        `transaction ${transactionId} waits for payment of its reference: ` +
          `POST /control/references/${live.entity}/${live.reference}/pay`,
      );
    }
    if (!live) throw controlRefusal(409, `transaction ${transactionId} has no live push`);
    return done(request, await end(live, { decision }, dependencies));
  };
}

/** The full amount is paid after the payment has ended. A payment that was paid, also in part, cannot be paid late. */
export async function approveLate(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const checkout = await started(request, dependencies);
  const now = statusAt(checkout, dependencies.clock());
  if (isLive(now) || now.paymentStatus === 'Success' || now.paymentStatus === 'Partial') {
    throw controlRefusal(409, `the latest start cannot be paid late: ${now.paymentStatus}`);
  }
  return done(request, await end(checkout, { decision: 'approved-late' }, dependencies));
}

/** The notification of the current state, twice with the same id. */
export async function duplicate(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const checkout = await started(request, dependencies);
  const id = randomUUID();
  const notice = notificationOf(checkout, dependencies.clock());
  for (const delayS of [0, 1]) await queueNotification(checkout, notice, dependencies, id, delayS);
  return done(request, notice.paymentStatus);
}

/** The notification of the start, sent after later ones. */
export async function reorder(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const checkout = await started(request, dependencies);
  await queueNotification(checkout, startNotification(checkout), dependencies);
  return done(request, statusAt(checkout, dependencies.clock()).paymentStatus);
}

/** A forged notification of payment: nothing is paid, and its authentication tag is wrong. */
export async function forge(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const checkout = await started(request, dependencies);
  const current = notificationOf(checkout, dependencies.clock());
  await queueNotification(
    checkout,
    { ...current, paymentStatus: 'Success', statusCode: '000', forged: true },
    dependencies,
  );
  return done(request, current.paymentStatus);
}

/** A payment is refunded, completely or in part, or annulled. Its own status stays, and what went back is not stored. */
export function giveBack(operation: Extract<Operation, 'refund' | 'annulment'>): Control {
  return async (request, dependencies) => {
    const amountCents = operation === 'refund' ? requestedCents(request) : undefined;
    const checkout = await started(request, dependencies);
    const nowMs = dependencies.clock();
    const current = notificationOf(checkout, nowMs);
    if (current.paymentStatus !== 'Success') throw controlRefusal(409, `it is not paid: ${current.paymentStatus}`);
    const notice: NotificationContent = {
      ...current,
      operation,
      occurredAtMs: nowMs,
      amountCents: amountCents ?? current.amountCents,
    };
    await queueNotification(checkout, notice, dependencies);
    return done(request, current.paymentStatus);
  };
}

/** Queues a notification; the consumer sends and retries it. */
async function queueNotification(
  { bankId }: Checkout,
  notice: NotificationContent,
  { schedule, clock }: ControlDependencies,
  id: string = randomUUID(),
  delayS = 0,
): Promise<void> {
  await schedule({ kind: 'tell', bankId, ...firstAttempt(id, notice, clock()) }, delayS);
}

function done({ pathParameters: { transactionId } }: WebRequest, status: Checkout['paymentStatus']): Answer {
  return { httpStatus: 200, body: { ok: true, transactionId, status } };
}

async function known(request: WebRequest, { table }: ControlDependencies): Promise<Checkout[]> {
  const checkouts = await checkoutsOf(request, table);
  if (checkouts.length > 0) return checkouts;
  throw controlRefusal(404, `nothing of transaction ${request.pathParameters.transactionId} has reached the bank`);
}

async function started(request: WebRequest, dependencies: ControlDependencies): Promise<Checkout> {
  const latest = latestStarted(await known(request, dependencies));
  if (latest) return latest;
  throw controlRefusal(409, `nothing was started for transaction ${request.pathParameters.transactionId}`);
}
