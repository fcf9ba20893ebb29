import { newTransactionId } from '../../../functions/payments/ids.ts';
import type { DeliveryState } from '../../../functions/payments/transaction.ts';
import { transactionsTable } from '../../../functions/payments/transactions.table.ts';
import { TABLES } from '../../support/created-tables.ts';
import { attemptWith, transactionWith } from '../../support/payment-transactions.ts';
import type { BankPayment } from '../world/bank.ts';
import { type BankOutcome, bankDecides } from '../world/bank-notifications.ts';
import type { Shop } from '../world/shop.ts';
import type { Stepper } from '../world/stepper.ts';
import type { World } from '../world/world.ts';

/** A payment of a scenario and its expected result. */
export interface Payment {
  transactionId: string;
  atBank: BankPayment;
  amountCents: number;
  orderId: string;
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
  /** Maximum POSTs of an event in one series without faults. */
  postsPerSeries: number;
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

/** The bank decides now and sends its notification. */
export function decides({ world, stepper }: Scene, { atBank }: Payment, outcome: BankOutcome): void {
  stepper.actions.push(...bankDecides(world, atBank, { outcome }));
}

/** A payment with a live push that the bank reports as paid. */
export async function paid(scene: Scene, ends: Payment['expected'][number]['ends']): Promise<void> {
  const payment = await openPayment(scene);
  decides(scene, payment, 'paid');
  payment.expected.push({ status: 'paid', ends });
}
