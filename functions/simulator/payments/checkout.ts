import * as z from 'zod';
import { type Key, putItem, readItem, readPartition, type Table, ttlAfter } from '../table.ts';

export const METHODS = ['MBWAY', 'REFERENCE', 'CARD'] as const;

const timeMs = z.int().nonnegative();

/** The status of a payment, with SIBS's words. */
export const paymentStatus = z.object({
  paymentStatus: z.enum(['Pending', 'Success', 'Declined', 'Timeout']),
  statusCode: z.enum(['000', 'E0113', 'E0500', 'E0506', 'E0612']),
  /** Detail that the code does not express. */
  statusDescription: z.string().optional(),
});
export type PaymentStatus = z.infer<typeof paymentStatus>;
export type StatusCode = PaymentStatus['statusCode'];

/** One payment at the bank, from its checkout to its end. Amounts in cents. */
export const checkout = paymentStatus.extend({
  /** The bank's transactionID. */
  bankId: z.string(),
  /** Name of the bank account whose credentials made it. */
  account: z.string(),
  terminalId: z.int(),
  merchantTransactionId: z.string(),
  /** ifthenpay only: the merchant's order id. */
  orderId: z.string().optional(),
  amountCents: z.int(),
  methods: z.array(z.enum(METHODS)),
  signature: z.string(),
  createdAtMs: timeMs,
  /** A payment must be started before. */
  expiresAtMs: timeMs,
  /** Entity of the reference; present when REFERENCE is among the methods. */
  entity: z.string().optional(),
  finalAtMs: timeMs.optional(),

  /** Set when a payment is started, once. */
  method: z.enum(['MBWAY', 'REFERENCE']).optional(),
  startedAtMs: timeMs.optional(),
  /** End of the customer's window or of the reference's validity. */
  endsAtMs: timeMs.optional(),
  pushed: z.boolean().optional(),
  /** `351#…`, for the notification's token. Must not be logged. */
  phone: z.string().optional(),
  reference: z.string().optional(),

  settledAtMs: timeMs.optional(),
  /** Id of the action that settled it: identifies a repeat of that action. */
  settledBy: z.string().optional(),
  paidCents: z.int().optional(),
});
export type Checkout = z.infer<typeof checkout>;

/**
 * The status of a payment at `nowMs`. A started payment that is not settled by its end has the status Timeout from
 * then on, also before the action that stores it has run.
 */
export function statusAt(found: Checkout, nowMs: number): PaymentStatus {
  const { paymentStatus: status, statusCode, statusDescription, endsAtMs } = found;
  if (status === 'Pending' && endsAtMs !== undefined && nowMs >= endsAtMs) {
    return { paymentStatus: 'Timeout', statusCode: found.method === 'REFERENCE' ? 'E0612' : '000' };
  }
  // A late payment after a decline replaces the decline's description.
  return { paymentStatus: status, statusCode, ...(status === 'Declined' && { statusDescription }) };
}

export function checkoutKey(bankId: string): Key {
  return { pk: `checkout#${bankId}`, sk: 'checkout' };
}

const TRANSACTION_LENGTH = 24;

/** The partition of all checkouts whose merchantTransactionId begins like this one. */
function transactionPartition(merchantTransactionId: string): string {
  return `transaction#${merchantTransactionId.slice(0, TRANSACTION_LENGTH)}`;
}

function nameKey(account: string, merchantTransactionId: string): Key {
  return { pk: transactionPartition(merchantTransactionId), sk: `${account}#${merchantTransactionId}` };
}

export function referenceKey(entity: string, reference: string): Key {
  return { pk: `reference#${entity}#${reference}`, sk: 'reference' };
}

/** Writes a new checkout and its name. False when its account has used the merchantTransactionId before. */
export async function createCheckout(table: Table, created: Checkout): Promise<boolean> {
  const { bankId, account, merchantTransactionId } = created;
  const ttl = ttlAfter(created.finalAtMs ?? created.expiresAtMs);
  await putItem(table, { ...checkoutKey(bankId), ...created, ttl });
  const name = { ...nameKey(account, merchantTransactionId), bankId, ttl };
  return putItem(table, name, { expression: 'attribute_not_exists(pk)' });
}

export async function readCheckout(table: Table, bankId: string): Promise<Checkout | undefined> {
  const item = await readItem(table, checkoutKey(bankId));
  return item && checkout.parse(item);
}

export function readCheckoutByName(table: Table, account: string, merchantTransactionId: string) {
  return follow(table, nameKey(account, merchantTransactionId));
}

export function readCheckoutByReference(table: Table, entity: string, reference: string) {
  return follow(table, referenceKey(entity, reference));
}

/** The checkout that a name or reference item points at. */
async function follow(table: Table, key: Key): Promise<Checkout | undefined> {
  const item = await readItem(table, key);
  return item && readCheckout(table, String(item.bankId));
}

/** All checkouts whose merchantTransactionId begins with `prefix` (24 characters), unordered. */
export async function checkoutsOfTransaction(table: Table, prefix: string): Promise<Checkout[]> {
  const names = await readPartition(table, transactionPartition(prefix));
  const found = await Promise.all(names.map(({ bankId }) => readCheckout(table, String(bankId))));
  return found.filter((each) => each !== undefined);
}
