import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import type { Decision, Schedule, SettleAction } from './actions.ts';
import type { Checkout } from './checkout-item.ts';
import { statusAt } from './checkout-status.ts';
import { checkoutsOfTransaction, readCheckoutByReference } from './checkouts.ts';
import { type Answer, controlRefusal } from './refusal.ts';
import { settle } from './settle.ts';
import type { Table } from './table.ts';
import type { WebRequest } from './web.ts';
import { toWireAmount, wireAmount } from './wire.ts';

export interface ControlDependencies {
  table: Table;
  schedule: Schedule;
  clock: Clock;
}

type Control = (request: WebRequest, dependencies: ControlDependencies) => Promise<Answer>;

/** The control endpoints, by method and route; no credentials, for nothing here is money. */
const CONTROLS: Record<string, Control> = {
  'GET /control/payments/{transactionId}': seen,
  'POST /control/payments/{transactionId}/approve': (request, dependencies) =>
    decide(request, 'approved', dependencies),
  'POST /control/payments/{transactionId}/reject': (request, dependencies) => decide(request, 'rejected', dependencies),
  'POST /control/references/{entity}/{reference}/pay': pay,
};

export async function control(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const endpoint = CONTROLS[`${request.method} ${request.resource}`];
  if (!endpoint) throw controlRefusal(404, 'no such control endpoint');
  return endpoint(request, dependencies);
}

/** What the bank saw of a transaction: pushes and references over all its checkouts, and where the latest start is. */
async function seen(request: WebRequest, { table, clock }: ControlDependencies): Promise<Answer> {
  const checkouts = await checkoutsOf(request, table);
  const latest = latestStarted(checkouts);
  return {
    httpStatus: 200,
    body: {
      pushes: checkouts.filter(({ pushed }) => pushed).length,
      references: checkouts.filter(({ reference }) => reference !== undefined).length,
      status: latest ? statusAt(latest, clock()).paymentStatus : 'None',
    },
  };
}

/** The customer approves or rejects the live push. */
async function decide(request: WebRequest, decision: Decision, dependencies: ControlDependencies): Promise<Answer> {
  const { transactionId } = request.pathParameters;
  const checkouts = await checkoutsOf(request, dependencies.table);
  if (checkouts.length === 0) throw controlRefusal(404, `nothing of transaction ${transactionId} has reached the bank`);
  const nowMs = dependencies.clock();
  const live = latestStarted(checkouts.filter((checkout) => statusAt(checkout, nowMs).paymentStatus === 'Pending'));
  if (live?.method === 'REFERENCE') {
    throw controlRefusal(
      409,
      `transaction ${transactionId} waits for payment of its reference: POST /control/references/${live.entity}/${live.reference}/pay`,
    );
  }
  if (!live) throw controlRefusal(409, `transaction ${transactionId} has no live push`);
  const status = await end(live, { decision }, dependencies);
  return { httpStatus: 200, body: { ok: true, transactionId, status } };
}

const payRequest = z.object({ amount: z.number().optional() });

/** Somebody pays a reference, with its own amount or another. */
async function pay(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const { entity = '', reference = '' } = request.pathParameters;
  const wishedCents = amountToPay(request);
  const checkout = await readCheckoutByReference(dependencies.table, entity, reference);
  if (!checkout) throw controlRefusal(404, `reference ${reference} of entity ${entity} was never issued`);
  const now = statusAt(checkout, dependencies.clock());
  if (now.paymentStatus !== 'Pending') {
    throw controlRefusal(409, `reference ${reference} of entity ${entity} cannot be paid: ${now.paymentStatus}`);
  }
  const paidCents = wishedCents ?? checkout.amountCents;
  const status = await end(checkout, { decision: 'approved', paidCents }, dependencies);
  return { httpStatus: 200, body: { ok: true, entity, reference, amount: toWireAmount(paidCents).value, status } };
}

/** The amount in cents that the body asks for; undefined without one. */
function amountToPay({ rawBody }: WebRequest): number | undefined {
  try {
    const { amount } = payRequest.parse(rawBody === '' ? {} : JSON.parse(rawBody));
    return amount === undefined ? undefined : wireAmount.parse({ value: amount, currency: 'EUR' });
  } catch {
    throw controlRefusal(400, 'amount must be a number above zero with at most two decimals, such as {"amount": 10.5}');
  }
}

/**
 * Ends a payment and has its notification sent. The message goes first and the write follows, so that a crash in between
 * loses nothing; the consumer may then write before us, which the action's id tells us. A message that lost to another
 * action does nothing.
 */
async function end(
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

/** The merchant's transaction ids are `tx_` and 24 characters, which begin the merchantTransactionId of each checkout. */
const TRANSACTION_ID = /^tx_([0-9a-z]{24})$/;

async function checkoutsOf(request: WebRequest, table: Table): Promise<Checkout[]> {
  const [, prefix] = TRANSACTION_ID.exec(request.pathParameters.transactionId ?? '') ?? [];
  if (!prefix) throw controlRefusal(404, 'no transaction has this id: it is tx_ and 24 characters');
  return checkoutsOfTransaction(table, prefix);
}

function latestStarted(checkouts: Checkout[]): Checkout | undefined {
  return checkouts
    .filter(({ startedAtMs }) => startedAtMs !== undefined)
    .sort((left, right) => (right.startedAtMs ?? 0) - (left.startedAtMs ?? 0))[0];
}
