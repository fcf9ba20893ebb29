import type { ProviderName } from './account.ts';
import { ifthenpay } from './ifthenpay/ifthenpay.ts';
import type { Provider } from './provider.ts';
import { sibs } from './sibs/sibs.ts';

/** The adapters of the providers. How to add one: `docs/adding-a-bank.md`. */
export const PROVIDERS: Record<ProviderName, Provider> = { sibs, ifthenpay };
