import type { DeliveryState } from '../../../functions/payments/transaction.ts';
import { newTransactionId } from '../../../functions/payments/transaction-id.ts';
import { transactionsTable } from '../../../functions/payments/transactions.table.ts';
import { TABLES } from '../../support/created-tables.ts';
import { attemptWith, transactionWith } from '../../support/payment-transactions.ts';
import type { BankPayment } from '../world/bank.ts';
import { type BankOutcome, bankDecides } from '../world/bank-notifications.ts';
import type { Shop } from '../world/shop.ts';
import type { Stepper } from '../world/stepper.ts';
import type { World } from '../world/world.ts';

/** A payment of the story, and what must have come of it. */
export interface Payment {
  transactionId: string;
  atBank: BankPayment;
  amountCents: number;
  orderId: string;
  /** In the order of its events: the status each reports, and the ends its delivery may come to. */
  expected: { status: string; ends: readonly DeliveryState[] }[];
}

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

const AMOUNT_CENTS = 1_099;

/** Writes a transaction whose push is out with the customer, as `mbway` leaves it. */
export async function openPayment({ world, shop, payments }: Scene): Promise<Payment> {
  const { nowMs } = world.time;
  const transactionId = newTransactionId();
  const orderId = `ORDER-${transactionId.slice(-6)}`;
  const atBank = world.bank.register({ transactionId, method: 'MBWAY', cents: AMOUNT_CENTS });
  atBank.isStarted = true;
  const { bankId, endsAtMs } = atBank;
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
  await transactionsTable(world.own, TABLES.transactions).create(transaction);
  const payment: Payment = { transactionId, atBank, amountCents: AMOUNT_CENTS, orderId, expected: [] };
  payments.push(payment);
  return payment;
}

/** The bank decides now, and its notice is on its way. */
export function decides({ world, stepper }: Scene, { atBank }: Payment, outcome: BankOutcome): void {
  stepper.actions.push(...bankDecides(world, atBank, { outcome }));
}

/** A payment that the customer has the push of, and the bank's notice that it is paid on its way. */
export async function paid(scene: Scene, ends: Payment['expected'][number]['ends']): Promise<void> {
  const payment = await openPayment(scene);
  decides(scene, payment, 'paid');
  payment.expected.push({ status: 'paid', ends });
}
