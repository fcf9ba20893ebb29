import type { DynamoDBRecord } from 'aws-lambda';
import type { PaymentMethod } from '../../functions/banking/bank.ts';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { type Refund, refundItem } from '../../functions/payments/money/refund.ts';
import { MAIN_ITEM, shardOf } from '../../functions/payments/tables.ts';
import type { Settlement, Transaction } from '../../functions/payments/transaction.ts';
import type { TerminalStatus } from '../../functions/payments/transitions.ts';
import { type Attribute, toAttributes } from '../../functions/runtime/attributes.ts';
import { randomId } from '../../functions/runtime/ids.ts';
import { delivered } from './audit-plants.ts';
import { transactionWith } from './payment-transactions.ts';

/** A summer's noon in Lisbon, 11:00 UTC. */
export const NOON_MS = Date.parse('2026-07-01T11:00:00Z');
export const TODAY = '2026-07-01';

/** One change of status: `atMs` by our clock, `paidAtMs` by the bank's where it is another. */
export interface Step {
  status: TerminalStatus;
  atMs: number;
  paidAtMs?: number;
  method?: PaymentMethod | null;
}

/** A transaction after these steps. */
export function afterSteps(steps: readonly Step[], fields: Partial<Transaction> = {}): Transaction {
  const settlements = steps.map(({ status, atMs, paidAtMs = atMs, method = 'MBWAY' }): Settlement => {
    const paidAt = status === 'paid' ? paidAtMs : null;
    const delivery: Settlement['delivery'] = { state: 'pending', series: 1, done: 0, attempts: [] };
    return { eventId: randomId('evt'), status, settledAt: atMs, paymentMethod: method, paidAt, delivery };
  });
  const last = settlements.at(-1);
  return transactionWith({
    transactionId: newTransactionId(),
    externalOrderId: randomId('evt'),
    createdAt: (steps[0]?.atMs ?? NOON_MS) - 60_000,
    status: last?.status ?? 'pending',
    paymentMethod: last?.paymentMethod ?? null,
    settlements,
    ...(last?.paidAt != null && { paidAt: last.paidAt }),
    ...fields,
  });
}

/** A transaction that ended and whose webhooks were delivered at the first attempt, with nothing wrong about it. */
export function settled(steps: readonly Step[], fields: Partial<Transaction> = {}): Transaction {
  const { dueAt: _, ...made } = afterSteps(steps, fields);
  const isPaid = made.status === 'paid';
  const attempt = {
    method: 'MBWAY' as const,
    bankId: randomId('evt'),
    state: 'ended' as const,
    startedAt: made.createdAt,
    endsAt: made.createdAt + 240_000,
  };
  return {
    ...made,
    attempts: [attempt],
    ...(isPaid && { paidBy: 0 }),
    settlements: made.settlements.map((settlement) => ({
      ...settlement,
      delivery: delivered(settlement.settledAt),
    })),
    ...fields,
  };
}

export function refundOf({ transactionId }: Transaction, fields: Partial<Refund> = {}): Refund {
  return {
    transactionId,
    refundId: randomId('evt'),
    kind: 'refund',
    type: 'RFND',
    amountCents: 400,
    bankAccount: 'main',
    originalBankId: null,
    noticeId: 'notice',
    returnedAt: null,
    recordedAt: NOON_MS,
    ...fields,
  };
}

let sequenceNumbers = 0;
const record = (eventName: 'INSERT' | 'MODIFY', images: object): DynamoDBRecord => {
  sequenceNumbers += 1;
  return { eventName, dynamodb: { SequenceNumber: String(sequenceNumbers), ...images } };
};
const imageOf = (transaction: Transaction) =>
  toAttributes({
    ...(transaction as unknown as Record<string, Attribute>),
    item: MAIN_ITEM,
    shard: shardOf(transaction.transactionId),
  });

/** The stream's records of a transaction's changes of status, in their order. */
export function recordsOf(transaction: Transaction): DynamoDBRecord[] {
  const imageAfter = (steps: number) => {
    const settlements = transaction.settlements.slice(0, steps);
    const last = settlements.at(-1);
    const { paidAt: _, ...rest } = transaction;
    return imageOf({
      ...rest,
      settlements,
      status: last?.status ?? 'pending',
      paymentMethod: last?.paymentMethod ?? null,
      ...(last?.paidAt != null && { paidAt: last.paidAt }),
    });
  };
  return transaction.settlements.map((_, step) =>
    record('MODIFY', { OldImage: imageAfter(step), NewImage: imageAfter(step + 1) }),
  );
}

/** A refund as it was recorded, or as it was changed from `before`. */
export function refundRecord(refund: Refund, before?: Refund): DynamoDBRecord {
  const image = (of: Refund) => toAttributes({ ...of, item: refundItem(of.refundId) });
  const NewImage = image(refund);
  return before ? record('MODIFY', { OldImage: image(before), NewImage }) : record('INSERT', { NewImage });
}
