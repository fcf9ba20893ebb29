import { isRandomId } from '../runtime/ids.ts';
import { PROVIDER_NAMES, type ProviderName } from './account.ts';
import { ifthenpay } from './ifthenpay/ifthenpay.ts';
import type { Provider } from './provider.ts';
import { sibs } from './sibs/sibs.ts';
import { transactionIdOf } from './sibs/wire.ts';

/** The adapters of the providers. How to add one: `docs/adding-a-bank.md`. */
export const PROVIDERS: Record<ProviderName, Provider> = { sibs, ifthenpay };

/** Reads our transaction id out of a provider's merchant transaction id; null where it does not contain one. */
const TRANSACTION_ID_READERS: Record<ProviderName, (merchantTransactionId: string) => string | null> = {
  sibs: transactionIdOf,
  // Its order ids are random and too short to contain ours.
  ifthenpay: () => null,
};

/** Our transaction id in the merchant transaction id of any provider, or that id itself; null for any other text. */
export function transactionIdIn(merchantTransactionId: string): string | null {
  if (isRandomId('tx', merchantTransactionId)) return merchantTransactionId;
  const found = PROVIDER_NAMES.map((name) => TRANSACTION_ID_READERS[name](merchantTransactionId));
  return found.find((id) => id !== null) ?? null;
}
