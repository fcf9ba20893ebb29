import { newTransactionId } from '../../../functions/payments/ids.ts';
import type { DeliveryState } from '../../../functions/payments/transaction.ts';
import { attemptWith, transactionWith } from '../../rig/transactions.ts';
import { paymentsIn } from '../../rig/wired.ts';
import { customerDecides } from '../world/bank-notifications.ts';
import type { Customer } from '../world/customers.ts';
import type { Shop } from '../world/shop.ts';
import type { Stepper } from '../world/stepper.ts';
import type { World } from '../world/world.ts';

/** A payment of a scenario and its expected result. */
export interface Payment {
  transactionId: string;
  customer: Customer;
  amountCents: number;
  orderId: string;
  method: 'MBWAY' | 'REFERENCE';
  /** For each event, in order: its status and the allowed end states of its delivery. */
  expected: { status: string; ends: readonly DeliveryState[] }[];
}

/** The scene of one run: its own merchant and the opened payments. */
export interface Scene {
  world: World;
  shop: Shop;
  stepper: Stepper;
  payments: Payment[];
}

export interface Scenario {
  name: string;
  /** In order. Each begins when nothing is due. */
  acts: ((scene: Scene) => Promise<void>)[];
  /** Maximum POSTs of an event in one delivery without faults. */
  postsPerDelivery: number;
  copies?: number;
  losesRecords?: boolean;
  /** Minimum number of test events. */
  testEvents?: number;
}

const AMOUNT_CENTS = 1_099;

/** Writes a transaction with a live push, as `mbway` leaves it. */
export async function openPayment({ world, shop, payments }: Scene): Promise<Payment> {
  const { nowMs } = world.time;
  const transactionId = newTransactionId();
  const orderId = `ORDER-${transactionId.slice(-6)}`;
  const customer = await pushedTo(world, transactionId);
  const { bankId, endsAtMs } = customer.start;
  const transaction = transactionWith({
    transactionId,
    merchantId: shop.merchantId,
    externalOrderId: orderId,
    amountCents: AMOUNT_CENTS,
    createdAt: nowMs,
    paymentMethod: 'MBWAY',
    attempts: [attemptWith({ bankId, startedAt: nowMs, endsAt: endsAtMs })],
    liveAttempt: 0,
    dueAt: endsAtMs + 60_000,
  });
  await paymentsIn(world.own).transactions.create(transaction);
  const facts = { amountCents: AMOUNT_CENTS, orderId, method: 'MBWAY' as const };
  const payment: Payment = { transactionId, customer, ...facts, expected: [] };
  payments.push(payment);
  return payment;
}

/** The customer of a push that the bank gets directly, as the adapter sends it. */
async function pushedTo({ bank, customers }: World, transactionId: string): Promise<Customer> {
  const post = (path: string, content: object) =>
    bank.call({ method: 'POST', url: `/payments${path}`, headers: {}, body: JSON.stringify(content), timeoutMs: 0 });
  const amount = { value: AMOUNT_CENTS / 100, currency: 'EUR' };
  const merchant = { merchantTransactionId: `${transactionId.slice(3)}-abcde` };
  await post('', { merchant, transaction: { paymentMethod: ['MBWAY'], amount } });
  await post(`/${bank.starts.at(-1)?.bankId}/mbway-id/purchase`, { customerPhone: '351#912345678' });
  const [customer] = customers.startedOf(transactionId);
  if (!customer) throw new Error('the bank has started nothing');
  return customer;
}

/** The customer decides now, and the bank sends its notification. */
export function decides({ world, stepper }: Scene, { customer }: Payment, outcome: 'paid' | 'declined'): void {
  stepper.actions.push(customerDecides(world, customer, outcome));
}

/** A payment with a live push that the bank reports as paid. */
export async function paid(scene: Scene, ends: Payment['expected'][number]['ends']): Promise<void> {
  const payment = await openPayment(scene);
  decides(scene, payment, 'paid');
  payment.expected.push({ status: 'paid', ends });
}
