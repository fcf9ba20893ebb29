import { merchantsOn } from '../merchants/wiring.ts';
import { accountStatusInput, decideOnAccount } from './accounts/account-status.ts';
import { on } from './routes.ts';
import type { Clients } from './wiring.ts';

/** What only operators do: decide on accounts. */
export function operatorRoutes({ dynamo, clock }: Clients, names: { merchants: string }) {
  const { merchants } = merchantsOn({ dynamo }, names);
  return {
    'PUT /operator/accounts/{merchantId}/status': on(accountStatusInput, decideOnAccount({ merchants, clock })),
  };
}
