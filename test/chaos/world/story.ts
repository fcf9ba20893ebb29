import { randomBytes } from 'node:crypto';
import { checkoutId } from '../../../functions/banking/sibs.ids.ts';
import { notification } from '../../../functions/payments/notification.ts';
import type { DeliveryState, Transaction } from '../../../functions/payments/transaction.ts';
import { newTransactionId } from '../../../functions/payments/transaction-id.ts';
import { transactionsTable } from '../../../functions/payments/transactions.table.ts';
import { apiEvent } from '../../support/api-event.ts';
import { noticeOf } from '../../support/bank-script.ts';
import { TABLES } from '../../support/created-tables.ts';
import { attemptWith, transactionWith } from '../../support/payment-transactions.ts';
import type { BankPayment } from './bank.ts';
import type { Shop } from './shop.ts';
import type { Deed } from './stepper.ts';
import type { World } from './world.ts';

/** A payment of the story, and what must have come of it. */
export interface Payment {
  transactionId: string;
  bankId: string;
  amountCents: number;
  orderId: string;
  /** In the order of its events: the status each tells, and the ends its delivery may come to. */
  expected: { status: string; ends: readonly DeliveryState[] }[];
}

const WINDOW_MS = 240_000;
// The bank's first tier (docs of its notifications): every five minutes.
export const BANK_AGAIN_MS = 300_000;

const NOTICES = {
  paid: { status: 'Success' },
  declined: { status: 'Declined', statusCode: 'E0500' },
  'timed-out': { status: 'Timeout' },
} as const;
export type BankOutcome = keyof typeof NOTICES;

/** Writes a transaction whose push is out with the customer, as `mbway` leaves it. */
export async function openPayment(world: World, shop: Shop, amountCents = 1_099): Promise<Payment> {
  const { nowMs } = world.time;
  const transactionId = newTransactionId();
  const bankId = `s2${randomBytes(9).toString('hex')}`;
  const orderId = `ORDER-${transactionId.slice(-6)}`;
  const transaction: Transaction = transactionWith({
    transactionId,
    merchantId: shop.merchantId,
    externalOrderId: orderId,
    amountCents,
    createdAt: nowMs,
    paymentMethod: 'MBWAY',
    attempts: [attemptWith({ bankId, startedAt: nowMs, endsAt: nowMs + WINDOW_MS })],
    liveAttempt: 0,
    dueAt: nowMs + WINDOW_MS + 60_000,
  });
  await transactionsTable(world.own, TABLES.transactions).create(transaction);
  const known: BankPayment = {
    transactionId,
    method: 'MBWAY',
    euros: amountCents / 100,
    started: true,
    outcome: 'waiting',
  };
  world.bank.payments.set(bankId, known);
  return { transactionId, bankId, amountCents, orderId, expected: [] };
}

/** The bank decides, and notifies until it is acknowledged. */
export function bankDecides(world: World, payment: Payment, outcome: BankOutcome, atMs = 0): Deed {
  const notify = bankNotifies(world, payment, outcome);
  return {
    atMs,
    againAfterMs: BANK_AGAIN_MS,
    run: async () => {
      const known = world.bank.payments.get(payment.bankId);
      if (known) known.outcome = outcome;
      return notify();
    },
  };
}

/** The bank's notice alone, as it sends it each time; answers whether it was acknowledged. */
export function bankNotifies(world: World, payment: Payment, outcome: BankOutcome): () => Promise<boolean> {
  const { transactionId, bankId, amountCents } = payment;
  const method = world.bank.payments.get(bankId)?.method ?? 'MBWAY';
  const { headers, rawBody } = noticeOf({
    ...NOTICES[outcome],
    method,
    merchantTransactionId: checkoutId(transactionId),
    bankId,
    euros: amountCents / 100,
    notificationId: `notice-${bankId}-${outcome}`,
  });
  const event = { ...apiEvent({ body: rawBody, pathParameters: { account: 'main' }, authorizer: null }), headers };
  return async () => {
    const ended = await world.invoke('notification', ({ banking }) => notification(banking)(event));
    return ended.kind === 'answered' && ended.answer.statusCode === 200;
  };
}
