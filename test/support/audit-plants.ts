import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { ViolationKind } from '../../functions/finance/audit/violation.ts';
import { MAIN_ITEM, shardOf } from '../../functions/payments/tables.ts';
import type { Delivery, Settlement, Transaction } from '../../functions/payments/transaction.ts';
import { type Attribute, toAttributes } from '../../functions/runtime/attributes.ts';
import { HOUR_MS } from '../../functions/runtime/durations.ts';
import { randomId } from '../../functions/runtime/ids.ts';
import { undeliveredKey } from '../../functions/webhooks/resend/undelivered.ts';
import { TABLES } from './created-tables.ts';

type Item = { [name: string]: Attribute | undefined };

/** Writes a main item unchecked, including one that no function writes. */
export async function putMain(client: DynamoDBClient, { ...fields }: object): Promise<void> {
  const item = fields as Item & { transactionId: string };
  const Item = toAttributes({ ...item, item: MAIN_ITEM, shard: shardOf(item.transactionId) });
  await client.send(new PutItemCommand({ TableName: TABLES.transactions, Item }));
}

export function delivered(atMs: number): Delivery {
  const made = { id: randomId('evt'), startedAt: atMs + 100, durationMs: 50, outcome: 'delivered' as const };
  return { state: 'delivered', series: 1, done: 1, attempts: [{ ...made, statusCode: 200 }] };
}

/**
 * What a plant does to `right`, paid by its only event, which was delivered at the first attempt; `nowMs` is the
 * audit's.
 */
export type Plant = [ViolationKind, string, (right: Transaction, nowMs: number) => object];

/** Violations. Each is planted into a correct payment and has one fault. */
export const PLANTS: Plant[] = [
  ['unreadable', 'an item without its bank account', ({ bankAccount: _, ...rest }) => rest],
  ['status', 'cancelled though its event says paid', (right) => ({ ...right, status: 'cancelled' })],
  [
    'status',
    'paid and then failed',
    (right) => ({ ...right, settlements: [...right.settlements, failedOf(right)], status: 'failed' }),
  ],
  ['paid-at', 'paid without a time', ({ paidAt: _, ...rest }) => rest],
  [
    'paid-at',
    'paid an hour after it was recorded',
    (right) => ({
      ...right,
      paidAt: endedAt(right) + HOUR_MS,
      settlements: newest(right, { paidAt: endedAt(right) + HOUR_MS }),
    }),
  ],
  ['paid-at', 'paid by no start', ({ paidBy: _, ...rest }) => rest],
  ['payload', 'a webhook with another time of payment', (right) => ({ ...right, paidAt: (right.paidAt ?? 0) - 1 })],
  [
    'payload',
    'a webhook with another method',
    (right) => ({ ...right, settlements: newest(right, { paymentMethod: 'REFERENCE' }) }),
  ],
  [
    'sums',
    'a refund in the sum of the list that is none',
    (right) => ({ ...right, refunds: { count: 1, cents: 400, recordedAt: endedAt(right) } }),
  ],
  ['start', 'a live start of what is paid', (right) => ({ ...right, liveAttempt: 0 })],
  [
    'start',
    'a phone that is still known',
    (right) => ({ ...right, attempts: right.attempts.map((each) => ({ ...each, phoneHash: 'hash' })) }),
  ],
  [
    'event',
    'a delivery that never ended',
    (right, nowMs) => ({
      ...withDelivery(right, { state: 'pending', done: 0, attempts: [] }),
      dueAt: nowMs + 28 * HOUR_MS,
    }),
  ],
  ['event', 'superseded by nothing', (right) => withDelivery(right, { state: 'superseded', done: 0, attempts: [] })],
  [
    'attempts',
    'a second attempt after 199 ms',
    (right) =>
      withDelivery(right, {
        done: 2,
        attempts: [failedAttempt(endedAt(right)), ...delivered(endedAt(right) + 109).attempts],
      }),
  ],
  [
    'attempts',
    'five attempts',
    (right) => ({
      ...withDelivery(right, {
        state: 'not_delivered',
        done: 5,
        attempts: [0, 1, 2, 3, 4].map((n) => failedAttempt(endedAt(right) + n * 10_000)),
      }),
      ...undelivered(right),
    }),
  ],
  ['attempts', 'one attempt that was not counted', (right) => withDelivery(right, { done: 0 })],
  [
    'attempts',
    'delivered, and the last attempt failed',
    (right) => withDelivery(right, { attempts: [failedAttempt(endedAt(right))] }),
  ],
  [
    'attempts',
    'delivered with the status 500',
    (right) =>
      withDelivery(right, {
        attempts: delivered(endedAt(right)).attempts.map((each) => ({ ...each, statusCode: 500 })),
      }),
  ],
  [
    'attempts',
    'not delivered after one attempt',
    (right) => ({
      ...withDelivery(right, { state: 'not_delivered', attempts: [failedAttempt(endedAt(right))] }),
      ...undelivered(right),
    }),
  ],
  ['attempts', 'a resend whose first series was not kept', (right) => withDelivery(right, { series: 2 })],
  [
    'undelivered',
    'skipped and not in the list of finance',
    (right) => withDelivery(right, { state: 'skipped', done: 0, attempts: [] }),
  ],
  ['undelivered', 'delivered and still in it', (right) => ({ ...right, ...undelivered(right) })],
  ['due', 'finished and due', (right, nowMs) => ({ ...right, dueAt: nowMs + 28 * HOUR_MS })],
  [
    'due',
    'pending and not due',
    ({ paidAt: _, paidBy: _by, ...right }) => ({ ...right, status: 'pending', settlements: [] }),
  ],
  [
    'due',
    'pending and not due for years',
    ({ paidAt: _, paidBy: _by, ...right }) => ({
      ...right,
      status: 'pending',
      settlements: [],
      dueAt: Date.parse('2099-01-01'),
    }),
  ],
  [
    'due-unattended',
    'due for two days',
    ({ paidAt: _, paidBy: _by, ...right }, nowMs) => ({
      ...right,
      status: 'pending',
      settlements: [],
      dueAt: nowMs - 48 * HOUR_MS,
    }),
  ],
  [
    'exception',
    'a late payment without an exception',
    (right) => ({ ...right, settlements: [failedOf(right), ...right.settlements] }),
  ],
  ['exception', 'paid too much without an exception', (right) => ({ ...right, paidCents: right.amountCents + 100 })],
];

function endedAt({ settlements }: Transaction): number {
  return settlements.at(-1)?.settledAt ?? 0;
}

function newest({ settlements }: Transaction, changed: Partial<Settlement>): Settlement[] {
  return settlements.map((each, index) => (index === settlements.length - 1 ? { ...each, ...changed } : each));
}

function withDelivery(of: Transaction, changed: Partial<Delivery>): Transaction {
  return { ...of, settlements: newest(of, { delivery: { ...delivered(endedAt(of)), ...changed } }) };
}

function failedAttempt(startedAt: number): Delivery['attempts'][number] {
  return { id: `att_${startedAt}`, startedAt, durationMs: 10, outcome: 'status', statusCode: 500 };
}

function failedOf(right: Transaction): Settlement {
  const settledAt = endedAt(right);
  const facts = { status: 'failed', paymentMethod: 'MBWAY', paidAt: null } as const;
  return { eventId: randomId('evt'), settledAt, ...facts, delivery: delivered(settledAt) };
}

function undelivered({ merchantId, ...of }: Transaction): { undeliveredKey: string } {
  return { undeliveredKey: undeliveredKey(merchantId, endedAt({ merchantId, ...of }), 'not_delivered') };
}
