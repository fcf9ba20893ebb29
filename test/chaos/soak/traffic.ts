import { callUntilDone } from '../faults/api-scenarios.ts';
import { customerDecides } from '../world/bank-notifications.ts';
import type { Stepper } from '../world/stepper.ts';
import type { World } from '../world/world.ts';
import type { Customer } from './customers.ts';
import type { SoakShop } from './shops.ts';

export interface Play {
  world: World;
  stepper: Stepper;
  shops: SoakShop[];
}

/**
 * Serves one customer: the merchant creates and starts the transaction through the API and repeats each call until it
 * succeeds. Then the bank's decisions are scheduled.
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
  shop.payments.set(transactionId, { orderId, amountCents, decisions: customer.decisions.length });
  if (customer.isAbandoned) return;
  await callUntilDone(scene, method, (calls, options) =>
    method === 'mbway' ? calls.mbway(transactionId, '912345678', options) : calls.multibanco(transactionId, options),
  );
  const [atBank] = world.customers.startedOf(transactionId);
  if (!atBank) throw new Error('the bank has started nothing');
  for (const { outcome, afterMs, notifications } of customer.decisions) {
    const atMs = world.time.nowMs + Math.floor(afterMs);
    stepper.actions.push(...customerDecides(world, atBank, { outcome, atMs, notifications }));
  }
}
