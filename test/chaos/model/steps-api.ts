import type { PaymentMethod, Transaction } from '../../../functions/payments/transaction.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { type Answered, paymentCalls } from '../../support/payment-calls.ts';
import { transactionWith } from '../../support/payment-transactions.ts';
import { liveOf, type Model, type ModelPayment, pick, readRecords, viewOf, wordOf } from './model.ts';
import type { Manner } from './model-bank.ts';
import type { Cut, ModelWorld } from './model-world.ts';
import { fail, observe } from './observe.ts';
import { started, type View } from './rules.ts';

/** What the authorizer hands on of a call of this merchant. */
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
  if (ended.answer.body.amount !== body.amount) fail(world, `an amount of ${body.amount} came back as another`);
  const transactionId = String(ended.answer.body.transactionId);
  const fallback: Transaction = transactionWith({ transactionId });
  const record = (await readRecords(world, [transactionId])).get(transactionId) ?? fallback;
  const createdAtMs = world.time.nowMs;
  const view = viewOf(record);
  const expected: View = { status: 'pending', method: null, mb: false, starts: 0, live: null, events: [] };
  if (JSON.stringify(view) !== JSON.stringify(expected)) fail(world, `begins as ${JSON.stringify(view)}`);
  model.payments.push({ transactionId, shop, orderId, cents, createdAtMs, view, record, wishes: [] });
  await observe(model, world, new Map());
}

export interface StartFacts {
  payment: number;
  method: PaymentMethod;
  phone: string;
  manner: Manner;
  cut: Cut;
}

/** A call of mbway or multibanco by the merchant whose transaction it is. */
export async function start(
  model: Model,
  world: ModelWorld,
  { payment: number, method, phone, manner, cut }: StartFacts,
) {
  const payment = pick(model.payments, number);
  if (!payment) return;
  const { transactionId, view, shop } = payment;
  const live = liveOf(payment);
  const wish = method === 'MBWAY' ? `MBWAY ${phone}` : 'REFERENCE';
  const word = wordOf(world, live?.bankId);
  const call = { method, wish, manner, nowMs: world.time.nowMs, live, word };
  const { answer, stages } = started(view, call);
  world.bank.manner = manner;
  const ended = await world.invoke(
    method === 'MBWAY' ? 'mbway' : 'multibanco',
    async ({ banking }) => {
      const calls = paymentCalls(banking);
      const options = callOf(world, shop);
      return method === 'MBWAY' ? calls.mbway(transactionId, phone, options) : calls.multibanco(transactionId, options);
    },
    cut,
  );
  world.bank.manner = 'good';
  if (ended.kind === 'failed') fail(world, `${wish} threw ${String(ended.error)}`);
  if (ended.kind === 'crashed') model.crashes += 1;
  const final = stages.at(-1) ?? view;
  await observe(model, world, new Map([[payment, ended.kind === 'crashed' ? stages : [final]]]), wish);
  if (ended.kind !== 'answered') return;
  if (ended.answer.statusCode !== answer) fail(world, `${wish} answered ${ended.answer.text}, not ${answer}`);
  if (answer === 200 && method === 'REFERENCE') sameReference(world, payment, ended.answer);
}

function sameReference(world: ModelWorld, { record: { mb }, cents }: ModelPayment, { body }: Answered) {
  const expiresAt = mb && isoTime(mb.expiresAt);
  const told = JSON.stringify({ entity: mb?.entity, reference: mb?.reference, amount: cents / 100, expiresAt });
  if (JSON.stringify(body) !== told) fail(world, `answered ${JSON.stringify(body)}, and recorded is ${told}`);
}

/** A question about the status: the owner is told what is so (§4.4), the other merchant 404 (invariant 7). */
export async function status(model: Model, world: ModelWorld, facts: { payment: number; isStranger: boolean }) {
  const payment = pick(model.payments, facts.payment);
  if (!payment) return;
  const { transactionId, shop, view, record, cents, orderId } = payment;
  const options = callOf(world, facts.isStranger ? 1 - shop : shop);
  const ended = await world.invoke('status', ({ banking }) => paymentCalls(banking).status(transactionId, options));
  if (ended.kind !== 'answered') return fail(world, 'status did not answer');
  const { statusCode, body } = ended.answer;
  if (facts.isStranger) {
    if (statusCode !== 404) fail(world, `another merchant was answered ${statusCode}`);
    return;
  }
  const { mb, ...told } = body;
  const expected = {
    transactionId,
    externalOrderId: orderId,
    status: view.status,
    paymentMethod: view.method,
    amount: cents / 100,
    currency: 'EUR',
    paidAt: record.paidAt === undefined ? null : isoTime(record.paidAt),
  };
  // §2.1: shown only while the reference is the method of the payment.
  const hasReference = view.mb && view.method === 'REFERENCE';
  if (statusCode !== 200 || JSON.stringify(told) !== JSON.stringify(expected) || (mb !== undefined) !== hasReference)
    fail(world, `status answered ${JSON.stringify(body)}, not ${JSON.stringify(expected)}`);
}

/** The other merchant tries to start a payment that is not his (invariant 7). */
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
  if (ended.kind !== 'answered' || ended.answer.statusCode !== 404)
    fail(world, 'another merchant was not answered 404');
  await observe(model, world, new Map());
}
