import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import type { Merchant } from '../accounts/merchant.ts';
import type { Merchants } from '../accounts/merchants.table.ts';
import type { MerchantChange } from './recorded-change.table.ts';

/** What a reading of the account leads to: an answer, and the change that must be made first, if any. */
export interface Decision<Outcome> {
  outcome: Outcome;
  change?: MerchantChange;
}

/**
 * Reads the account, decides, and makes the change; when another change came in between, begins again, so that every
 * decision is made on the state that it replaces. Undefined when the merchant is unknown.
 */
export async function changeAccount<Outcome>(
  merchants: Pick<Merchants, 'read' | 'change'>,
  merchantId: string,
  decide: (seen: Merchant) => Decision<Outcome> | Promise<Decision<Outcome>>,
): Promise<Outcome | undefined> {
  const decided = await retryOvertaken<{ outcome: Outcome | undefined }>(merchantId, async () => {
    const seen = await merchants.read(merchantId);
    if (!seen) return { outcome: undefined };
    const { outcome, change } = await decide(seen);
    return !change || (await merchants.change(seen, change)) ? { outcome } : undefined;
  });
  return decided.outcome;
}
