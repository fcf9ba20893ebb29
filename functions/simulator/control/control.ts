import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Action, firstNotification, noticeOf, type SettleAction, secondPayment } from '../payments/actions.ts';
import { type Checkout, checkoutsOfTransaction, readCheckoutByReference, statusAt } from '../payments/checkout.ts';
import { settle } from '../payments/settle.ts';
import { wireAmount } from '../sibs/wire.ts';
import type { Simulation } from '../simulation.ts';
import { type Answer, type Endpoint, Refusal, type WebRequest } from '../web.ts';
import type { ControlRoute } from './control-routes.ts';

/**
 * The control endpoints by their route. They need no credentials: the money is simulated. No page calls them: a call
 * with an `Origin`, as every POST of a page has, is refused.
 */
export const CONTROL: Record<ControlRoute, Endpoint> = {
  'GET /payments/{transactionId}': seen,
  'POST /payments/{transactionId}/approve': fromPrograms(decide('approved')),
  'POST /payments/{transactionId}/reject': fromPrograms(decide('rejected')),
  'POST /payments/{transactionId}/refund': fromPrograms(refund),
  'POST /references/{entity}/{reference}/pay': fromPrograms(pay),
  'POST /references/{entity}/{reference}/pay-again': fromPrograms(payAgain),
};

function fromPrograms(endpoint: Endpoint): Endpoint {
  return async (request, simulation) => {
    if (request.headers.origin) throw refused(403, 'pages cannot call the control endpoints');
    return endpoint(request, simulation);
  };
}

/** The number of pushes and references of a transaction, over all its checkouts, and the status of the latest start. */
async function seen(request: WebRequest, { table, clock }: Simulation): Promise<Answer> {
  const checkouts = await checkoutsOf(request, table);
  const latest = latestStarted(checkouts);
  return answer({
    pushes: checkouts.filter(({ pushed }) => pushed).length,
    references: checkouts.filter(({ reference }) => reference !== undefined).length,
    status: latest ? statusAt(latest, clock()).paymentStatus : 'None',
  });
}

/** The customer approves or rejects the live push. */
function decide(decision: 'approved' | 'rejected'): Endpoint {
  return async (request, simulation) => {
    const { transactionId } = request.pathParameters;
    const latest = await started(request, simulation);
    if (latest.method === 'REFERENCE') {
      const path = `/control/references/${latest.entity}/${latest.reference}/pay`;
      throw refused(409, `transaction ${transactionId} has a reference, which is paid by POST ${path}`);
    }
    return answer({ ok: true, transactionId, status: await end(latest, { decision }, simulation) });
  };
}

/** A payment is refunded, completely or in part. Its own status stays, and what went back is not stored. */
async function refund(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const amountCents = requestedCents(request);
  const checkout = await started(request, simulation);
  const nowMs = simulation.clock();
  const paid = noticeOf(checkout, nowMs);
  if (paid.paymentStatus !== 'Success') throw refused(409, `it is not paid: ${paid.paymentStatus}`);
  const notice = {
    ...paid,
    operation: 'refund' as const,
    occurredAtMs: nowMs,
    amountCents: amountCents ?? paid.amountCents,
  };
  await simulation.schedule(firstNotification(about(checkout), notice, nowMs));
  return answer({ ok: true, transactionId: request.pathParameters.transactionId, status: 'Success' });
}

/** A reference is paid, with its own amount or another. */
async function pay(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const checkout = await issued(request, simulation);
  const paidCents = requestedCents(request) ?? checkout.amountCents;
  const status = await end(checkout, { decision: 'approved', paidCents }, simulation);
  return answer({ ok: true, ...request.pathParameters, amount: paidCents / 100, status });
}

/** A paid reference is paid again: a second movement, notified like the first. */
async function payAgain(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const checkout = await issued(request, simulation);
  const paidCents = requestedCents(request) ?? checkout.amountCents;
  const nowMs = simulation.clock();
  const { paymentStatus } = statusAt(checkout, nowMs);
  if (paymentStatus !== 'Success') throw refused(409, `the reference is not paid yet: ${paymentStatus}`);
  await simulation.schedule(firstNotification(about(checkout), secondPayment(paidCents, nowMs), nowMs));
  return answer({ ok: true, ...request.pathParameters, amount: paidCents / 100, status: 'Success' });
}

/**
 * Ends a payment and has its end notified. The message is sent before the write, so that a crash in between loses
 * nothing. If the queue's consumer writes first, the action's id shows that it was the same action.
 */
async function end(
  checkout: Checkout,
  how: Pick<SettleAction, 'decision' | 'paidCents'>,
  { table, schedule, clock }: Simulation,
): Promise<string> {
  const nowMs = clock();
  const { paymentStatus } = statusAt(checkout, nowMs);
  if (paymentStatus !== 'Pending') throw refused(409, `it has ended: ${paymentStatus}`);
  const action: SettleAction = { ...about(checkout), kind: 'settle', atMs: nowMs, ...how };
  await schedule(action);
  const ended = await settle(table, action, nowMs);
  if (!ended) throw refused(409, 'the payment has just ended otherwise');
  return ended.paymentStatus;
}

function about({ bankId }: Checkout): Pick<Action, 'id' | 'bankId'> {
  return { id: randomUUID(), bankId };
}

/** Our transaction ids are `tx_` and 24 characters, with which the merchantTransactionId of each checkout begins. */
const TRANSACTION_ID = /^tx_([0-9a-z]{24})$/;

/** All checkouts of the transaction in the path. */
async function checkoutsOf({ pathParameters }: WebRequest, table: Simulation['table']): Promise<Checkout[]> {
  const [, prefix] = TRANSACTION_ID.exec(pathParameters.transactionId ?? '') ?? [];
  if (!prefix) throw refused(404, 'no transaction has this id: it is tx_ and 24 characters');
  return checkoutsOfTransaction(table, prefix);
}

function latestStarted(checkouts: Checkout[]): Checkout | undefined {
  return checkouts
    .filter(({ startedAtMs }) => startedAtMs !== undefined)
    .sort((left, right) => (right.startedAtMs ?? 0) - (left.startedAtMs ?? 0))[0];
}

/** The latest started payment of the transaction in the path. */
async function started(request: WebRequest, { table }: Simulation): Promise<Checkout> {
  const checkouts = await checkoutsOf(request, table);
  const transaction = `transaction ${request.pathParameters.transactionId}`;
  if (checkouts.length === 0) throw refused(404, `nothing of ${transaction} has reached the bank`);
  const latest = latestStarted(checkouts);
  if (!latest) throw refused(409, `nothing was started for ${transaction}`);
  return latest;
}

/** The payment of the reference in the path. */
async function issued({ pathParameters }: WebRequest, { table }: Simulation): Promise<Checkout> {
  const { entity = '', reference = '' } = pathParameters;
  const checkout = await readCheckoutByReference(table, entity, reference);
  if (!checkout) throw refused(404, `reference ${reference} of entity ${entity} was never issued`);
  return checkout;
}

const amountRequest = z.object({ amount: z.number().optional() });

/** The body's amount in cents; undefined without one. */
function requestedCents({ rawBody }: WebRequest): number | undefined {
  try {
    const { amount } = amountRequest.parse(rawBody === '' ? {} : JSON.parse(rawBody));
    return amount === undefined ? undefined : wireAmount.parse({ value: amount, currency: 'EUR' });
  } catch {
    throw refused(400, 'amount must be a number above zero with at most two decimals, such as {"amount": 10.5}');
  }
}

function answer(body: object): Answer {
  return { httpStatus: 200, body };
}

function refused(httpStatus: 400 | 403 | 404 | 409, error: string): Refusal {
  return new Refusal({ httpStatus, body: { error } }, error);
}
