import { setTimeout as sleep } from 'node:timers/promises';
import type { Merchant } from '../accounts/merchant.ts';
import type { Merchants } from '../accounts/merchants.table.ts';
import type { MerchantChange } from './recorded-change.table.ts';

/** What a reading of the account leads to: an answer, and the change that must be made first, if any. */
export interface Decision<Outcome> {
  outcome: Outcome;
  change?: MerchantChange;
}

// Of several concurrent changes one is made in each round.
const ROUNDS = 12;
const PAUSE_MS = 15;

/**
 * Reads the account, decides, and makes the change; when another change came in between, begins again, so that every
 * decision is made on the state that it replaces. Undefined when the merchant is unknown; throws after 12 rounds.
 */
export async function changeAccount<Outcome>(
  merchants: Pick<Merchants, 'read' | 'change'>,
  merchantId: string,
  decide: (seen: Merchant) => Decision<Outcome> | Promise<Decision<Outcome>>,
): Promise<Outcome | undefined> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = await merchants.read(merchantId);
    if (!seen) return undefined;
    const { outcome, change } = await decide(seen);
    if (!change || (await merchants.change(seen, change))) return outcome;
    await sleep(Math.random() * PAUSE_MS * (round + 1));
  }
  throw new Error('account: it changed each time it was read');
}
