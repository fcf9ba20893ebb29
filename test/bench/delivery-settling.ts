import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Settling, settleIn } from '../../functions/payments/settle.ts';
import { newTransactionId } from '../../functions/payments/transaction-id.ts';
import { transactionsTable } from '../../functions/payments/transactions.table.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { attemptWith, transactionWith } from '../support/payment-transactions.ts';

const BANK_ACCOUNT = 'sandbox';
const WRITERS = 8;

export interface Settlings {
  /** Transactions with a live push at the bank, one for each merchant id given; answers their ids in that order. */
  prepare(merchantIds: readonly string[]): Promise<string[]>;
  /** Settles them all by the code of the notification function, at an even pace, or as fast as the engine writes. */
  settle(transactionIds: readonly string[], perSecond?: number): Promise<void>;
}

export function settlingsIn(dynamo: DynamoDBClient, tableName: string): Settlings {
  const transactions = transactionsTable(dynamo, tableName);
  const settle = settleIn(dynamo, tableName, systemClock);
  const settleOne = async (transactionId: string) => {
    if ((await settle(paymentOf(transactionId))).kind !== 'written') throw new Error('a settling write was refused');
  };
  return {
    prepare: async (merchantIds) => {
      const prepared = merchantIds.map((merchantId) => ({ transactionId: newTransactionId(), merchantId }));
      await sideBySide(prepared, ({ transactionId, merchantId }) =>
        transactions.create(liveTransaction(transactionId, merchantId)),
      );
      return prepared.map(({ transactionId }) => transactionId);
    },
    settle: async (transactionIds, perSecond) => {
      if (perSecond === undefined) return sideBySide(transactionIds, settleOne);
      const startedAt = performance.now();
      const writes: Promise<void>[] = [];
      for (const [index, transactionId] of transactionIds.entries()) {
        const aheadMs = startedAt + (index * 1_000) / perSecond - performance.now();
        if (aheadMs > 0) await sleep(aheadMs);
        writes.push(settleOne(transactionId));
      }
      await Promise.all(writes);
    },
  };
}

function liveTransaction(transactionId: string, merchantId: string) {
  const createdAt = Date.now();
  const fields = { transactionId, merchantId, bankAccount: BANK_ACCOUNT, createdAt, paymentMethod: 'MBWAY' as const };
  return {
    // Each of an order of its own, as shops have them: the audit of orders reads all of an order.
    ...transactionWith({ ...fields, externalOrderId: transactionId }),
    dueAt: createdAt + 300_000,
    attempts: [attemptWith({ bankId: transactionId })],
    liveAttempt: 0,
  };
}

function paymentOf(transactionId: string): Settling {
  return {
    transactionId,
    from: 'pending',
    liveAttempt: 0,
    bankAccount: BANK_ACCOUNT,
    cause: 'bank-confirmed',
    attempt: { index: 0, bankId: transactionId, method: 'MBWAY' },
    paid: { amountCents: 1_000, paidAtMs: null },
  };
}

async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: WRITERS }, worker));
}
