import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { merchantsOn } from '../merchants/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import { accountStatusInput, decideOnAccount } from './accounts/account-status.ts';
import { type OperatorRoute, on, type Routes } from './routes.ts';

interface Clients {
  dynamo: DynamoDBClient;
  clock: Clock;
}

/** What only operators do: decide on accounts. */
export function operatorRoutes({ dynamo, clock }: Clients, names: { merchants: string }): Routes<OperatorRoute> {
  const { merchants } = merchantsOn({ dynamo }, names);
  return {
    'PUT /operator/accounts/{merchantId}/status': on(accountStatusInput, decideOnAccount({ merchants, clock })),
  };
}
