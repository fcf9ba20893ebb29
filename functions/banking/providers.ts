import { isTransactionId } from '../payments/transaction-id.ts';
import { ifthenpayDeployment } from './ifthenpay/deployment.ts';
import type { Provider, ProviderDeployment } from './provider.ts';
import { sibsDeployment } from './sibs/deployment.ts';
import { transactionIdOf } from './sibs/ids.ts';
import { sibs } from './sibs/sibs.ts';

/**
 * The providers behind the port. Adding one is a line in each of the tables here (`docs/adding-a-bank.md`). SIBS comes
 * with every bundle; the others are loaded by the first account that has them, so that nobody else pays for their size.
 */
const PROVIDERS = {
  sibs: async () => sibs,
  ifthenpay: async () => (await import('./ifthenpay/ifthenpay.ts')).ifthenpay,
} as const satisfies Record<string, () => Promise<Provider>>;

export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[];

export function loadProvider(name: ProviderName): Promise<Provider> {
  return PROVIDERS[name]();
}

/** Our transaction id in what the provider calls the merchant transaction id; null where it is not there. */
const TRANSACTION_ID_IN: Record<ProviderName, (merchantTransactionId: string) => string | null> = {
  sibs: transactionIdOf,
  // Its ids are too short for ours, and random.
  ifthenpay: () => null,
};

/** Our transaction id in a merchant transaction id of any provider, or that id itself; null for any other text. */
export function ourIdIn(merchantTransactionId: string): string | null {
  if (isTransactionId(merchantTransactionId)) return merchantTransactionId;
  const found = PROVIDER_NAMES.map((name) => TRANSACTION_ID_IN[name](merchantTransactionId));
  return found.find((id) => id !== null) ?? null;
}

/** For `lib/`; no bundle of a function carries it. */
export const DEPLOYMENTS: Record<ProviderName, ProviderDeployment> = {
  sibs: sibsDeployment,
  ifthenpay: ifthenpayDeployment,
};
