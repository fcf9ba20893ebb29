import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { paidWith, storedWith } from '../../rig/stored-rows.ts';
import type { HostedService, MerchantOf } from './hosted-service.ts';

/**
 * Paid transactions of an hour ago, 1.00 each, with orders `N-1`, `N-2` …: more than a test can wait for if they were
 * paid one by one. They lie in the table as the product's own writes leave them, their events delivered or skipped.
 */
export async function livePast(
  { client, outputs, host }: HostedService,
  { shop }: MerchantOf,
  { count, state }: { count: number; state: 'delivered' | 'skipped' },
): Promise<void> {
  const { merchantId } = shop.account;
  const since = host.nowMs() - HOUR_MS;
  const items = Array.from({ length: count }, (_, index) => {
    const settledAt = since + index * 10;
    const delivery = state === 'skipped' ? { state, done: 0, attempts: [] } : {};
    const transaction = paidWith(settledAt, { merchantId, externalOrderId: `N-${index + 1}` }, delivery);
    const [settlement] = transaction.settlements ?? [];
    const settlements = settlement && [{ ...settlement, eventId: `evt_${merchantId}_${index}` }];
    return storedWith({ ...transaction, amountCents: 100, ...(settlements && { settlements }) });
  });
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((item) => ({ PutRequest: { Item: toAttributes(item) } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [outputs.TransactionsTable ?? '']: puts } }));
  }
}
