import type { PaymentMethod } from '../../../functions/banking/bank.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { type Answered, paymentCalls } from '../../support/payment-calls.ts';
import { transactionWith } from '../../support/payment-transactions.ts';
import { liveOf, type Model, type ModelPayment, pick, readRecords, reportOf, viewOf } from './model.ts';
import { type Cut, type ModelWorld, underCut } from './model-world.ts';
import { fail, observe } from './observe.ts';
import { type Behaviour, started, type View } from './rules.ts';

/** The authorizer's context for a call of this merchant. */
function callOf({ shops }: ModelWorld, shop: number) {
  const merchantId = shops[shop]?.merchantId ?? '';
  return { authorizer: { merchantId, bankAccount: 'main', remaining: '29', reset: '60' } };
}

export async function init(model: Model, world: ModelWorld, facts: { shop: number; cents: number; order: number }) {
  const { shop, cents, order } = facts;
  const orderId = `ORDER-${order}`;
  const body = { orderId, amount: cents / 100 };
  const ended = await world.invoke('init', ({ banking }) => paymentCalls(banking).init(body, callOf(world, shop)));
  if (ended.kind !== 'answered' || ended.answer.statusCode !== 200) return fail(world, 'init did not answer 200');
  if (ended.answer.body.amount !== body.amount) fail(world, `init answered another amount than ${body.amount}`);
  const transactionId = String(ended.answer.body.transactionId);
  const fallback: Transaction = transactionWith({ transactionId });
  const record = (await readRecords(world, [transactionId])).get(transactionId) ?? fallback;
  const createdAtMs = world.time.nowMs;
  const view = viewOf(record);
  const expected: View = { status: 'pending', method: null, mb: false, starts: 0, live: null, events: [] };
  if (JSON.stringify(view) !== JSON.stringify(expected)) fail(world, `created as ${JSON.stringify(view)}`);
  model.payments.push({ transactionId, shop, orderId, cents, createdAtMs, view, record, requests: [] });
  await observe(model, world, new Map());
}

export interface StartFacts {
  payment: number;
  method: PaymentMethod;
  phone: string;
  behaviour: Behaviour;
  cut: Cut;
}

/** A call of mbway or multibanco by the transaction's merchant. */
export async function start(
  model: Model,
  world: ModelWorld,
  { payment: number, method, phone, behaviour, cut }: StartFacts,
) {
  const payment = pick(model.payments, number);
  if (!payment) return;
  const { transactionId, view, shop } = payment;
  const live = liveOf(payment);
  const request = method === 'MBWAY' ? `MBWAY ${phone}` : 'REFERENCE';
  const report = reportOf(world, live?.bankId);
  const call = { method, request, behaviour, nowMs: world.time.nowMs, live, report };
  const { answer, stages } = started(view, call);
  world.bank.manner = behaviour;
  const options = callOf(world, shop);
  const ended = await underCut(world, cut, () =>
    world.invoke(method === 'MBWAY' ? 'mbway' : 'multibanco', ({ banking }) => {
      const calls = paymentCalls(banking);
      return method === 'MBWAY' ? calls.mbway(transactionId, phone, options) : calls.multibanco(transactionId, options);
    }),
  );
  world.bank.manner = 'good';
  if (ended.kind === 'failed') fail(world, `${request} threw ${String(ended.error)}`);
  const final = stages.at(-1) ?? view;
  await observe(model, world, new Map([[payment, ended.kind === 'crashed' ? stages : [final]]]), request);
  if (ended.kind !== 'answered') return;
  if (ended.answer.statusCode !== answer) fail(world, `${request} answered ${ended.answer.text}, not ${answer}`);
  if (answer === 200 && method === 'REFERENCE') sameReference(world, payment, ended.answer);
}

function sameReference(world: ModelWorld, { record: { mb }, cents }: ModelPayment, { body }: Answered) {
  const expiresAt = mb && isoTime(mb.expiresAt);
  const recorded = JSON.stringify({ entity: mb?.entity, reference: mb?.reference, amount: cents / 100, expiresAt });
  if (JSON.stringify(body) !== recorded) fail(world, `answered ${JSON.stringify(body)}, recorded is ${recorded}`);
}

/** A status call: the owner gets the status (§4.4), the other merchant 404 (invariant 7). */
export async function status(model: Model, world: ModelWorld, facts: { payment: number; isStranger: boolean }) {
  const payment = pick(model.payments, facts.payment);
  if (!payment) return;
  const { transactionId, shop, view, record, cents, orderId } = payment;
  const options = callOf(world, facts.isStranger ? 1 - shop : shop);
  const ended = await world.invoke('status', ({ banking }) => paymentCalls(banking).status(transactionId, options));
  if (ended.kind !== 'answered') return fail(world, 'status did not answer');
  const { statusCode, body } = ended.answer;
  if (facts.isStranger) {
    if (statusCode !== 404) fail(world, `another merchant got ${statusCode}`);
    return;
  }
  const { mb, ...answer } = body;
  const expected = {
    transactionId,
    externalOrderId: orderId,
    status: view.status,
    paymentMethod: view.method,
    amount: cents / 100,
    currency: 'EUR',
    paidAt: record.paidAt === undefined ? null : isoTime(record.paidAt),
  };
  // §2.1: shown only while the payment method is the reference.
  const hasReference = view.mb && view.method === 'REFERENCE';
  if (statusCode !== 200 || JSON.stringify(answer) !== JSON.stringify(expected) || (mb !== undefined) !== hasReference)
    fail(world, `status answered ${JSON.stringify(body)}, not ${JSON.stringify(expected)}`);
}

/** The other merchant tries to start the payment (invariant 7). */
export async function trespass(model: Model, world: ModelWorld, facts: { payment: number; method: PaymentMethod }) {
  const payment = pick(model.payments, facts.payment);
  if (!payment) return;
  const options = callOf(world, 1 - payment.shop);
  const ended = await world.invoke('mbway', async ({ banking }) => {
    const calls = paymentCalls(banking);
    const { transactionId } = payment;
    return facts.method === 'MBWAY'
      ? calls.mbway(transactionId, '912345678', options)
      : calls.multibanco(transactionId, options);
  });
  if (ended.kind !== 'answered' || ended.answer.statusCode !== 404) fail(world, 'another merchant did not get 404');
  await observe(model, world, new Map());
}
