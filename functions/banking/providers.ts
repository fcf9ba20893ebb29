import { ifthenpayDeployment } from './ifthenpay.deployment.ts';
import type { Provider, ProviderDeployment } from './provider.ts';
import { sibsDeployment } from './sibs.deployment.ts';
import { sibs } from './sibs.ts';

/**
 * The providers behind the port. Adding one is a line in each of the two tables (`docs/adding-a-bank.md`). SIBS comes
 * with every bundle; the others are loaded by the first account that has them, so that nobody else pays for their size.
 */
const PROVIDERS = {
  sibs: async () => sibs,
  ifthenpay: async () => (await import('./ifthenpay.ts')).ifthenpay,
} as const satisfies Record<string, () => Promise<Provider>>;

export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[];

export function loadProvider(name: ProviderName): Promise<Provider> {
  return PROVIDERS[name]();
}

/** For `lib/`; no bundle of a function carries it. */
export const DEPLOYMENTS: Record<ProviderName, ProviderDeployment> = {
  sibs: sibsDeployment,
  ifthenpay: ifthenpayDeployment,
};
