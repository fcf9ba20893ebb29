import { authorizerEvent, type CallOptions } from '../../rig/api-event.ts';
import { type Answered, paymentCalls } from '../../rig/payment-calls.ts';
import { decides, type Payment, type Scenario, type Scene } from './scenario.ts';

/** The part of a scene that a caller needs. */
type Caller = Pick<Scene, 'world' | 'shop' | 'stepper'>;

type Endpoint = 'init' | 'mbway' | 'multibanco' | 'status';

/** The statuses that each endpoint may answer to a valid call during a fault (§7). */
const DOCUMENTED: Record<Endpoint, readonly number[]> = {
  init: [200, 500],
  mbway: [200, 500, 502],
  multibanco: [200, 500, 502],
  status: [200, 500],
};

const MAX_CALLS = 12;
// Longer than a call may be in flight, so that an unrecorded start can be queried at the bank.
const CALL_AGAIN_MS = 31_000;

/** The authorizer's context for an admitted call, or the status of a refused one (§5, §8). */
async function admission({ world, shop }: Caller): Promise<Record<string, string> | number> {
  const event = authorizerEvent(shop.address, [['Authorization', `Bearer ${shop.apiKey}`]]);
  const ended = await world.invoke('authorize', (environment) => environment.authorize(event));
  // Only a failed look-up of the key fails the authorizer. A failed metering admits the call.
  if (ended.kind !== 'answered') return 500;
  const context = ended.answer.context as Record<string, string>;
  return context.limited === 'true' ? 429 : context;
}

type Call = (calls: ReturnType<typeof paymentCalls>, options: CallOptions) => Promise<Answered>;

/** One call of a merchant: the authorizer, then the endpoint. A function that was ended answers 500. */
async function callOnce(scene: Caller, endpoint: Endpoint, call: Call): Promise<{ status: number; answer?: Answered }> {
  const { world, shop } = scene;
  const authorizer = await admission(scene);
  if (typeof authorizer === 'number') return { status: authorizer };
  const ended = await world.invoke(endpoint, ({ banking }) => call(paymentCalls(banking), { authorizer }));
  if (ended.kind === 'failed') shop.hook.problems.push(`${endpoint} threw ${String(ended.error)}`);
  if (ended.kind !== 'answered') return { status: 500 };
  const status = ended.answer.statusCode;
  if (!DOCUMENTED[endpoint].includes(status)) shop.hook.problems.push(`${endpoint} answered ${status}`);
  if (status !== 200 && typeof ended.answer.body.error !== 'string')
    shop.hook.problems.push('an error without its text');
  return { status, answer: ended.answer };
}

/** Repeats a call until it answers 200. */
async function callUntilDone(scene: Caller, endpoint: Endpoint, call: Call): Promise<Answered['body']> {
  const { world, stepper } = scene;
  for (let count = 0; count < MAX_CALLS; count += 1) {
    const { status, answer } = await callOnce(scene, endpoint, call);
    if (answer && status === 200) return answer.body;
    scene.shop.repeatedCalls += 1;
    world.time.nowMs += CALL_AGAIN_MS;
    await stepper.step();
  }
  throw new Error(`${endpoint} never succeeded`);
}

async function pay(scene: Scene, method: Payment['method'], isNotified: boolean): Promise<void> {
  const { world, shop, payments } = scene;
  const orderId = `ORDER-${shop.merchantId.slice(-6)}`;
  const created = await callUntilDone(scene, 'init', ({ init }, options) => init({ orderId, amount: 12.34 }, options));
  const transactionId = String(created.transactionId);
  await callUntilDone(scene, method === 'MBWAY' ? 'mbway' : 'multibanco', (calls, options) =>
    method === 'MBWAY' ? calls.mbway(transactionId, '912345678', options) : calls.multibanco(transactionId, options),
  );
  await callUntilDone(scene, 'status', ({ status }, options) => status(transactionId, options));
  const [customer] = world.customers.startedOf(transactionId);
  if (!customer) throw new Error('the bank has started nothing');
  const expected: Payment['expected'] = [{ status: 'paid', ends: ['delivered'] }];
  const payment = { transactionId, customer, orderId, amountCents: 1_234, method, expected };
  payments.push(payment);
  if (isNotified) decides(scene, payment, 'paid');
  else world.customers.pay(customer);
}

/** Payments from the merchant's first call to the webhook, through every function. */
export const API_SCENARIOS: readonly Scenario[] = [
  { name: 'MB WAY from init to webhook', postsPerDelivery: 1, acts: [(scene) => pay(scene, 'MBWAY', true)] },
  { name: 'Multibanco from init to webhook', postsPerDelivery: 1, acts: [(scene) => pay(scene, 'REFERENCE', true)] },
  { name: 'MB WAY, the notification is lost', postsPerDelivery: 1, acts: [(scene) => pay(scene, 'MBWAY', false)] },
];
