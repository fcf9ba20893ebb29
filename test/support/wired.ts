import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { financeOn, reconciliationOn } from '../../functions/finance/wiring.ts';
import { authorizeOn } from '../../functions/gateway/wiring.ts';
import { keysOn, merchantsOn } from '../../functions/merchants/wiring.ts';
import { initOn, paymentsOn } from '../../functions/payments/wiring.ts';
import type { Clock } from '../../functions/runtime/clock.ts';
import type { Logger } from '../../functions/runtime/logger.ts';
import { webhooksOn } from '../../functions/webhooks/wiring.ts';
import { TABLES } from './created-tables.ts';

/** The domains on the tables of the tests. */

export const SILENT: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

export function paymentsIn(dynamo: DynamoDBClient, clock: Clock = Date.now) {
  return { ...paymentsOn({ dynamo, clock }, TABLES), ...initOn({ dynamo, clock }, TABLES) };
}

export const webhooksIn = (dynamo: DynamoDBClient, clock: Clock = Date.now) => webhooksOn({ dynamo, clock }, TABLES);

export const merchantsIn = (dynamo: DynamoDBClient) => ({
  ...merchantsOn({ dynamo }, TABLES),
  ...keysOn({ dynamo }, TABLES),
});

export const financeIn = (dynamo: DynamoDBClient) => ({
  ...financeOn({ dynamo }, TABLES),
  reconciliation: reconciliationOn({ dynamo }, TABLES),
});

export const authorizerIn = (dynamo: DynamoDBClient, clock: Clock = Date.now, logger = SILENT) =>
  authorizeOn({ dynamo, clock, logger }, TABLES);
