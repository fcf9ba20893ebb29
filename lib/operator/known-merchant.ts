import { UsageError } from './command.ts';
import type { Target } from './target.ts';

/** Refuses a `--merchant` that does not exist, instead of printing zeros and empty lists. */
export async function requireKnownMerchant(
  merchants: Pick<Target['merchants'], 'read'>,
  merchantId: string | undefined,
): Promise<void> {
  if (merchantId !== undefined && !(await merchants.read(merchantId)))
    throw new UsageError(`merchant not found: ${merchantId}`);
}

/** The merchant of `--merchant`, or all merchants. */
export async function merchantIdsOf(
  merchants: Pick<Target['merchants'], 'list' | 'read'>,
  merchantId: string | undefined,
): Promise<string[]> {
  await requireKnownMerchant(merchants, merchantId);
  if (merchantId !== undefined) return [merchantId];
  return (await merchants.list()).map((merchant) => merchant.merchantId);
}
