import { randomUUID } from 'node:crypto';
import type { Decision } from '../notify/actions.ts';
import type { Notice, Operation } from '../notify/notification-kind.ts';
import { firstTelling } from '../notify/send-notification.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { isLive, statusAt } from '../sibs/checkout-status.ts';
import { noticeOf, startNotice } from '../sibs/notification.ts';
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
        `transaction ${transactionId} waits for payment of its reference: POST /control/references/${live.entity}/${live.reference}/pay`,
      );
    }
    if (!live) throw controlRefusal(409, `transaction ${transactionId} has no live push`);
    return done(request, await end(live, { decision }, dependencies));
  };
}

/** The whole sum is paid though the payment has ended; what was paid, be it in part, is not paid late too. */
export async function approveLate(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const checkout = await started(request, dependencies);
  const now = statusAt(checkout, dependencies.clock());
  if (isLive(now) || now.paymentStatus === 'Success' || now.paymentStatus === 'Partial') {
    throw controlRefusal(409, `the latest start cannot be paid late: ${now.paymentStatus}`);
  }
  return done(request, await end(checkout, { decision: 'approved-late' }, dependencies));
}

/** The notification of the present state, twice under one id. */
export async function duplicate(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const checkout = await started(request, dependencies);
  const id = randomUUID();
  const notice = noticeOf(checkout, dependencies.clock());
  for (const delayS of [0, 1]) await sendNotice(checkout, notice, dependencies, id, delayS);
  return done(request, notice.paymentStatus);
}

/** The notification of the start, behind whatever was told since. */
export async function reorder(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const checkout = await started(request, dependencies);
  await sendNotice(checkout, startNotice(checkout), dependencies);
  return done(request, statusAt(checkout, dependencies.clock()).paymentStatus);
}

/** A notification of payment that the bank never made: nothing is paid, and its tag does not fit. */
export async function forge(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const checkout = await started(request, dependencies);
  const truth = noticeOf(checkout, dependencies.clock());
  await sendNotice(checkout, { ...truth, paymentStatus: 'Success', statusCode: '000', forged: true }, dependencies);
  return done(request, truth.paymentStatus);
}

/** Money that was paid goes back, in whole or in part; the payment itself stays as it is. */
export function giveBack(operation: Extract<Operation, 'refund' | 'annulment'>): Control {
  return async (request, dependencies) => {
    const amountCents = operation === 'refund' ? requestedCents(request) : undefined;
    const checkout = await started(request, dependencies);
    const nowMs = dependencies.clock();
    const truth = noticeOf(checkout, nowMs);
    if (truth.paymentStatus !== 'Success') throw controlRefusal(409, `it is not paid: ${truth.paymentStatus}`);
    const notice: Notice = {
      ...truth,
      operation,
      occurredAtMs: nowMs,
      amountCents: amountCents ?? truth.amountCents,
    };
    await sendNotice(checkout, notice, dependencies);
    return done(request, truth.paymentStatus);
  };
}

/** Has a notification sent by the consumer of the queue, which also sends it again. */
async function sendNotice(
  { bankId }: Checkout,
  notice: Notice,
  { schedule, clock }: ControlDependencies,
  id: string = randomUUID(),
  delayS = 0,
): Promise<void> {
  await schedule({ kind: 'tell', bankId, ...firstTelling(id, notice, clock()) }, delayS);
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
