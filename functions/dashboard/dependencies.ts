import * as z from 'zod/mini';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import type { Callers } from './endpoint.ts';
import { accountsOn } from './wiring.ts';

/** What every function of the dashboard is wired with, out of its environment. */
export const { MERCHANTS_TABLE } = parseEnvironment({ MERCHANTS_TABLE: z.string() });
export const { merchants, users } = accountsOn({ dynamo }, { merchants: MERCHANTS_TABLE });

export const callers: Callers = {
  merchantOf: ({ userId }) => users.merchantOf(userId),
  accountStatus: async (merchantId) => (await merchants.read(merchantId))?.accountStatus,
};

/** For functions that read transactions. */
export function transactionsTableName(): string {
  return parseEnvironment({ TRANSACTIONS_TABLE: z.string() }).TRANSACTIONS_TABLE;
}

export const tables = () => ({ merchants: MERCHANTS_TABLE, transactions: transactionsTableName() });

/** On one machine merchants' receivers run beside the service. */
export function permitLoopback(): boolean {
  const { PERMIT_LOOPBACK_WEBHOOKS } = parseEnvironment({
    PERMIT_LOOPBACK_WEBHOOKS: z.optional(z.enum(['true', 'false'])),
  });
  return PERMIT_LOOPBACK_WEBHOOKS === 'true';
}
