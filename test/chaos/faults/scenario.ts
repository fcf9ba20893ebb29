import type { Shop } from '../world/shop.ts';
import type { Stepper } from '../world/stepper.ts';
import { bankDecides, openPayment, type Payment } from '../world/story.ts';
import type { World } from '../world/world.ts';

/** The scene of one run: a merchant of its own and the payments that were opened. */
export interface Scene {
  world: World;
  shop: Shop;
  stepper: Stepper;
  payments: Payment[];
}

export interface Scenario {
  name: string;
  /** One after the other, each once everything is quiet. */
  acts: ((scene: Scene) => Promise<void>)[];
  /** POSTs an event may take in one series when nothing goes wrong. */
  postsPerSeries: number;
  copies?: number;
  losesRecords?: boolean;
  /** How many test events are pressed at least. */
  testEvents?: number;
}

/** A payment that the customer has the push of, and the bank's word that it is paid on its way. */
export async function paid(scene: Scene, ends: Payment['expected'][number]['ends']): Promise<Payment> {
  const payment = await openPayment(scene.world, scene.shop);
  scene.payments.push(payment);
  scene.stepper.deeds.push(bankDecides(scene.world, payment, 'paid'));
  payment.expected.push({ status: 'paid', ends });
  return payment;
}
