import { type Answered, paymentCalls } from '../support/payment-calls.ts';
import type { Scenario, Scene } from './scenarios.ts';
import { bankDecides, type Payment } from './story.ts';

type Endpoint = 'init' | 'mbway' | 'multibanco' | 'status';

/** What each endpoint may answer to a right call while something is broken (§7). */
const DOCUMENTED: Record<Endpoint, readonly number[]> = {
  init: [200, 500],
  mbway: [200, 500, 502],
  multibanco: [200, 500, 502],
  status: [200, 500],
};

const MAXIMUM_CALLS = 12;
// Longer than a call may be in flight, so that a start whose end nobody wrote down may be asked about.
const CALL_AGAIN_MS = 31_000;

/** Calls an endpoint as a merchant does, again and again until it answers 200; a function that was ended answers 500. */
async function callUntilDone(
  { world, shop, stepper }: Scene,
  endpoint: Endpoint,
  call: (calls: ReturnType<typeof paymentCalls>) => Promise<Answered>,
): Promise<Answered['body']> {
  for (let count = 0; count < MAXIMUM_CALLS; count += 1) {
    const ended = await world.invoke(endpoint, ({ banking }) => call(paymentCalls(banking)));
    const status = ended.kind === 'answered' ? ended.answer.statusCode : 500;
    if (!DOCUMENTED[endpoint].includes(status)) shop.hook.problems.push(`${endpoint} answered ${status}`);
    if (ended.kind === 'failed') shop.hook.problems.push(`${endpoint} threw ${String(ended.error)}`);
    if (ended.kind === 'answered' && status === 200) return ended.answer.body;
    world.time.nowMs += CALL_AGAIN_MS;
    await stepper.step();
  }
  throw new Error(`${endpoint} never succeeded`);
}

async function pay(scene: Scene, method: 'mbway' | 'multibanco', isNotified: boolean): Promise<void> {
  const { world, shop, stepper, payments } = scene;
  const authorizer = { merchantId: shop.merchantId, bankAccount: 'main', remaining: '29', reset: '60' };
  const orderId = `ORDER-${shop.merchantId.slice(-6)}`;
  const created = await callUntilDone(scene, 'init', ({ init }) => init({ orderId, amount: 12.34 }, { authorizer }));
  const transactionId = String(created.transactionId);
  await callUntilDone(scene, method, (calls) =>
    method === 'mbway'
      ? calls.mbway(transactionId, '912345678', { authorizer })
      : calls.multibanco(transactionId, { authorizer }),
  );
  await callUntilDone(scene, 'status', ({ status }) => status(transactionId, { authorizer }));
  const started = [...world.bank.payments].find(([, known]) => known.transactionId === transactionId && known.started);
  if (!started) throw new Error('the bank has started nothing');
  const [bankId, known] = started;
  const payment: Payment = { transactionId, bankId, orderId, amountCents: 1_234, expected: [] };
  payment.expected.push({ status: 'paid', ends: ['delivered'] });
  payments.push(payment);
  if (isNotified) stepper.deeds.push(bankDecides(world, payment, 'paid'));
  else known.outcome = 'paid';
}

/** A payment from the merchant's first call to the webhook, every function on the way. */
export const API_SCENARIOS: readonly Scenario[] = [
  { name: 'MB WAY from init to webhook', postsPerSeries: 1, acts: [(scene) => pay(scene, 'mbway', true)] },
  { name: 'Multibanco from init to webhook', postsPerSeries: 1, acts: [(scene) => pay(scene, 'multibanco', true)] },
  { name: 'MB WAY, the notice never comes', postsPerSeries: 1, acts: [(scene) => pay(scene, 'mbway', false)] },
];
