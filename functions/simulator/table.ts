import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';

/** Keys of the simulator's table; `lib/` builds the table from them. */
export const SIMULATOR_KEY = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** Sparse: what waits, by the time at which it is handed to the queue. One partition: a test stage has few at a time. */
export const SIMULATOR_INDEXES = {
  due: { partitionKey: 'due', sortKey: 'dueAtMs', sortType: 'number' },
} as const;

/** The one partition of the index `due`. */
export const DUE_PARTITION = 'waiting';

/** DynamoDB's own clean-up attribute, seconds since the epoch. */
export const SIMULATOR_TTL = 'ttl';

/**
 * The simulator's one table:
 *
 * | Item | pk | sk | Holds |
 * |---|---|---|---|
 * | checkout | `checkout#{bankId}` | `checkout` | everything about one payment |
 * | its name | `transaction#{first 24 characters of merchantTransactionId}` | `{account}#{merchantTransactionId}` | `bankId` |
 * | reference | `reference#{entity}#{reference}` | `reference` | `bankId`, `endsAtMs` |
 * | start | `started#{UTC day}` | `{time}#{bankId}` | `bankId`; what the page lists, kept for three days |
 * | order of ifthenpay | `order#{account}#{orderId}` | `{bankId}` | `bankId` |
 * | more money of it | `order#{account}#{orderId}` | `{bankId}#{notification id}` | `bankId`, `amountCents`, `atMs` |
 * | trouble | `control` | `trouble` | the trouble that all calls to the bank are in |
 * | waiting | `waiting#{kind}#{id}` | `waiting` | an action that waits longer than a queue can; the only items in the index `due` |
 *
 * The name item makes a merchantTransactionId unique, answers the inquiry by it, and its partition lists all
 * checkouts of one of the merchant's transactions, read consistently (an index would lag behind).
 */
export interface Table {
  dynamo: DynamoDBClient;
  tableName: string;
}

export function checkoutKey(bankId: string): Attributes {
  return toAttributes({ pk: `checkout#${bankId}`, sk: 'checkout' });
}

const TRANSACTION_LENGTH = 24;

/** The partition of all checkouts whose merchantTransactionId begins like this one. */
export function transactionPartition(merchantTransactionId: string): string {
  return `transaction#${merchantTransactionId.slice(0, TRANSACTION_LENGTH)}`;
}

export function nameKey(account: string, merchantTransactionId: string): Attributes {
  return toAttributes({
    pk: transactionPartition(merchantTransactionId),
    sk: `${account}#${merchantTransactionId}`,
  });
}

export function referenceKey(entity: string, reference: string): Attributes {
  return toAttributes({ pk: `reference#${entity}#${reference}`, sk: 'reference' });
}

/** The partition of all payments of one order id at ifthenpay. */
export function orderPartition(account: string, orderId: string): string {
  return `order#${account}#${orderId}`;
}

export const TROUBLE_KEY: Attributes = toAttributes({ pk: 'control', sk: 'trouble' });

export function waitingKey({ kind, id }: { kind: string; id: string }): Attributes {
  return toAttributes({ pk: `waiting#${kind}#${id}`, sk: 'waiting' });
}

/** The partition of all payments that were started on the UTC day of `timeMs`. */
export function startedPartition(timeMs: number): string {
  return `started#${new Date(timeMs).toISOString().slice(0, 10)}`;
}

export function startedKey(startedAtMs: number, bankId: string): Attributes {
  return toAttributes({ pk: startedPartition(startedAtMs), sk: `${new Date(startedAtMs).toISOString()}#${bankId}` });
}

const KEPT_FOR_MS = 30 * 24 * 3_600_000;

/** DynamoDB's expiry in epoch seconds: a month after the last moment that matters. */
export function ttlAfter(timeMs: number): number {
  return Math.ceil((timeMs + KEPT_FOR_MS) / 1000);
}

/** The merchant's id of the transaction that a merchantTransactionId belongs to. */
export function transactionOf(merchantTransactionId: string): string {
  return `tx_${merchantTransactionId.slice(0, TRANSACTION_LENGTH)}`;
}
