import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { DAY_MS } from '../runtime/durations.ts';

/** Keys of the simulator's table; `lib/` builds the table from them. */
export const SIMULATOR_KEY = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** Sparse: waiting actions by the time at which they are queued. One partition, because a test stage has few. */
export const SIMULATOR_INDEXES = {
  due: { partitionKey: 'due', sortKey: 'dueAtMs', sortType: 'number' },
} as const;

/** The one partition of the index `due`. */
export const DUE_PARTITION = 'waiting';

/** DynamoDB's TTL attribute, seconds since the epoch. */
export const SIMULATOR_TTL = 'ttl';

/**
 * The simulator's one table:
 *
 * | Item | pk | sk | Holds |
 * |---|---|---|---|
 * | checkout | `checkout#{bankId}` | `checkout` | one payment |
 * | name of a checkout | `transaction#{24 characters}` | `{account}#{merchantTransactionId}` | `bankId` |
 * | reference | `reference#{entity}#{reference}` | `reference` | `bankId`, `endsAtMs` |
 * | start | `started#{UTC day}` | `{time}#{bankId}` | `bankId`; listed by the page, stored for three days |
 * | order of ifthenpay | `order#{account}#{orderId}` | `{bankId}` | `bankId` |
 * | its further receipts | `order#{account}#{orderId}` | `{bankId}#{id}` | `bankId`, `amountCents`, `atMs` |
 * | callback URL at ifthenpay | `registrations` | `{method}#{account}` | template and key; does not expire |
 * | trouble | `control` | `trouble` | the current trouble of all calls to the bank |
 * | open points of ifthenpay | `control` | `ifthenpay` | what its documents leave open |
 * | waiting | `waiting#{kind}#{id}` | `waiting` | an action with a delay beyond the queue's; in the index `due` |
 *
 * The name item makes a merchantTransactionId unique and answers the inquiry by it. Its partition, the first 24
 * characters of the merchantTransactionId, lists all checkouts of one transaction, read consistently; an index would
 * lag behind.
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

/** The partition of the callback URLs registered at ifthenpay. */
export const REGISTRATIONS_PARTITION = 'registrations';

export function registrationKey(account: string, method: string): Attributes {
  return toAttributes({ pk: REGISTRATIONS_PARTITION, sk: `${method}#${account}` });
}

export const TROUBLE_KEY: Attributes = toAttributes({ pk: 'control', sk: 'trouble' });

export const OPEN_POINTS_KEY: Attributes = toAttributes({ pk: 'control', sk: 'ifthenpay' });

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

// Longer than the 13 months within which a customer may dispute a payment (PSD2, article 71): so long a bank answers.
export const STORED_FOR_MS = 400 * DAY_MS;

/** DynamoDB's expiry in epoch seconds: 400 days after `timeMs`. */
export function ttlAfter(timeMs: number): number {
  return Math.ceil((timeMs + STORED_FOR_MS) / 1000);
}

/** Our transaction id of a merchantTransactionId. */
export function transactionOf(merchantTransactionId: string): string {
  return `tx_${merchantTransactionId.slice(0, TRANSACTION_LENGTH)}`;
}
