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
