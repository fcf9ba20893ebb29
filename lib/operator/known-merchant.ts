import { UsageError } from './command.ts';
import type { Target } from './target.ts';

/** Refuses a `--merchant` that does not exist: zeros and empty lists would say that it has nothing. */
export async function requireKnownMerchant(
  merchants: Pick<Target['merchants'], 'read'>,
  merchantId: string | undefined,
): Promise<void> {
  if (merchantId !== undefined && !(await merchants.read(merchantId)))
    throw new UsageError(`merchant not found: ${merchantId}`);
}

/** The merchant that `--merchant` names, or all. */
export async function merchantIdsOf(
  merchants: Pick<Target['merchants'], 'list' | 'read'>,
  merchantId: string | undefined,
): Promise<string[]> {
  await requireKnownMerchant(merchants, merchantId);
  if (merchantId !== undefined) return [merchantId];
  return (await merchants.list()).map((merchant) => merchant.merchantId);
}
