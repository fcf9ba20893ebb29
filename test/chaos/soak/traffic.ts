import { callUntilDone } from '../faults/api-scenarios.ts';
import type { Stepper } from '../world/stepper.ts';
import { BANK_AGAIN_MS, bankNotifies } from '../world/story.ts';
import type { World } from '../world/world.ts';
import type { Customer, Decision } from './customers.ts';
import type { SoakShop } from './shops.ts';

/** What the merchant knows of one payment. */
export interface SoakPayment {
  transactionId: string;
  orderId: string;
  amountCents: number;
  decisions: number;
}

export interface Play {
  world: World;
  stepper: Stepper;
  shops: SoakShop[];
}

/**
 * One customer pays, or not: the merchant creates the transaction and starts it through the API, calling again until each
 * call succeeds; then the bank's decisions are planned.
 */
export async function serve({ world, stepper, shops }: Play, customer: Customer, number: number): Promise<void> {
  const shop = shops[Math.floor(customer.shop * shops.length)] as SoakShop;
  const scene = { world, stepper, shop };
  const { amountCents, method } = customer;
  const orderId = `ORDER-${number}`;
  const created = await callUntilDone(scene, 'init', ({ init }, options) =>
    init({ orderId, amount: amountCents / 100 }, options),
  );
  const transactionId = String(created.transactionId);
  shop.payments.set(transactionId, { transactionId, orderId, amountCents, decisions: customer.decisions.length });
  if (customer.isAbandoned) return;
  await callUntilDone(scene, method, (calls, options) =>
    method === 'mbway' ? calls.mbway(transactionId, '912345678', options) : calls.multibanco(transactionId, options),
  );
  for (const decision of customer.decisions) plan(scene, { transactionId, orderId, amountCents }, decision);
}

function plan(
  { world, stepper }: Pick<Play, 'world' | 'stepper'>,
  payment: Omit<SoakPayment, 'decisions'>,
  { outcome, afterMs, notices }: Decision,
): void {
  const started = [...world.bank.payments].find(
    ([, known]) => known.transactionId === payment.transactionId && known.started,
  );
  if (!started) throw new Error('the bank has started nothing');
  const [bankId, known] = started;
  const notify = bankNotifies(world, { ...payment, bankId, expected: [] }, outcome);
  const atMs = world.time.nowMs + Math.floor(afterMs);
  const deed = { againAfterMs: BANK_AGAIN_MS };
  let isDecided = false;
  const decide = async () => {
    // Once: a notice that is repeated later does not undo what the bank has decided since.
    if (!isDecided) known.outcome = outcome;
    isDecided = true;
    return notices === 0 || notify();
  };
  stepper.deeds.push({ ...deed, atMs, run: decide });
  if (notices === 2) stepper.deeds.push({ ...deed, atMs: atMs + 1_000, run: notify });
}
