import { MINUTE_MS } from '../../runtime/durations.ts';
import { randomText } from '../../runtime/ids.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { type Checkout, createCheckout, readCheckout } from '../payments/checkout.ts';
import { putItem, readPartition, type Table, ttlAfter } from '../table.ts';

const MAX_CONCURRENT_READS = 16;

/** The partition of all payments of an account; their sort keys begin with the order id, which need not be unique. */
const ordersOf = (account: string) => `orders#${account}`;

/**
 * Stores a payment as one of the simulator's checkouts, so that they share all behaviour, and lists it by its order id.
 * The control endpoints find it by our transaction id, which is part of its description.
 */
export async function createOrder<Terms extends Pick<Checkout, 'methods' | 'finalAtMs'>>(
  table: Table,
  order: { account: string; orderId: string; amountCents: number; description: string },
  terms: Terms,
  nowMs: number,
) {
  const { account, orderId, amountCents, description } = order;
  const [, transaction = orderId] = /tx_([0-9a-z]{24})/.exec(description) ?? [];
  const bankId = randomText(20);
  const created = {
    bankId,
    account,
    orderId,
    terminalId: 0,
    merchantTransactionId: `${transaction}-${bankId}`,
    amountCents,
    signature: '',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + MINUTE_MS,
    paymentStatus: 'Pending' as const,
    statusCode: '000' as const,
    ...terms,
  };
  await createCheckout(table, created);
  const ttl = ttlAfter(terms.finalAtMs ?? created.expiresAtMs);
  await putItem(table, { pk: ordersOf(account), sk: `${orderId}#${bankId}`, bankId, ttl });
  return created;
}

/** A received amount: the payment, or a further one on the same reference. */
export interface Receipt {
  checkout: Checkout;
  amountCents: number;
  atMs: number;
}

/** Stores a further receipt of a paid payment, so that it is listed. `id` makes a repeat idempotent. */
export async function storeReceipt(
  table: Table,
  { account, orderId, bankId }: Checkout,
  { id, amountCents, atMs }: { id: string; amountCents: number; atMs: number },
): Promise<void> {
  const key = { pk: ordersOf(account), sk: `${orderId}#${bankId}#${id}` };
  await putItem(table, { ...key, bankId, amountCents, atMs, ttl: ttlAfter(atMs) });
}

/** The receipts of an account, or of one order id of it, unordered. */
export async function receiptsOf(table: Table, account: string, orderId: string): Promise<Receipt[]> {
  const items = await readPartition(table, ordersOf(account), orderId && `${orderId}#`);
  const receipts = await sideBySide(items, MAX_CONCURRENT_READS, async ({ bankId, amountCents, atMs }) => {
    const checkout = await readCheckout(table, String(bankId));
    if (checkout?.paymentStatus !== 'Success') return undefined;
    const { paidCents = checkout.amountCents, settledAtMs } = checkout;
    return { checkout, amountCents: Number(amountCents ?? paidCents), atMs: Number(atMs ?? settledAtMs) };
  });
  // An order id may itself contain the separator.
  return receipts
    .filter((receipt) => receipt !== undefined)
    .filter(({ checkout }) => !orderId || checkout.orderId === orderId);
}
