import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { ViolationKind } from '../../functions/finance/audit/violation.ts';
import { MAIN_ITEM, shardOf } from '../../functions/payments/tables.ts';
import type { Delivery, Settlement, Transaction } from '../../functions/payments/transaction.ts';
import { type Attribute, toAttributes } from '../../functions/runtime/attributes.ts';
import { HOUR_MS } from '../../functions/runtime/durations.ts';
import { randomId } from '../../functions/runtime/ids.ts';
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

/** Violations, one of each kind. Each is planted into a correct payment and has one fault. */
export const PLANTS: Plant[] = [
  ['unreadable', 'an item without its bank account', ({ bankAccount: _, ...rest }) => rest],
  ['status', 'cancelled though its event says paid', (right) => ({ ...right, status: 'cancelled' })],
  ['paid-at', 'paid without a time', ({ paidAt: _, ...rest }) => rest],
  ['payload', 'a webhook with another time of payment', (right) => ({ ...right, paidAt: (right.paidAt ?? 0) - 1 })],
  [
    'sums',
    'a refund in the sum of the list that is none',
    (right) => ({ ...right, refunds: { count: 1, cents: 400 } }),
  ],
  ['start', 'a live start of what is paid', (right) => ({ ...right, liveAttempt: 0 })],
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
    'undelivered',
    'skipped and not in the list of finance',
    (right) => withDelivery(right, { state: 'skipped', done: 0, attempts: [] }),
  ],
  ['due', 'finished and due', (right, nowMs) => ({ ...right, dueAt: nowMs + 28 * HOUR_MS })],
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
