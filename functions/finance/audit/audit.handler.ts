import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { bankAccount } from '../../banking/account.ts';
import { bankAccounts } from '../../banking/bank-accounts.ts';
import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { orderSiblingsIn } from '../../payments/exceptions/order-siblings.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { jsonVariable, parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { readSecret } from '../../runtime/secrets.ts';
import { countersTable } from '../totals/counters.table.ts';
import { auditTable } from './audit.table.ts';
import { audit, backMsOf } from './audit.ts';
import { bankMovements } from './movements.ts';
import { nightlyAudit } from './nightly.ts';
import { auditResultsTable } from './results.table.ts';

const environment = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  TOTALS_TABLE: z.string(),
  MERCHANTS_TABLE: z.string(),
  BANK_ACCOUNTS: jsonVariable(z.array(bankAccount)),
});
const { TRANSACTIONS_TABLE, TOTALS_TABLE, MERCHANTS_TABLE, BANK_ACCOUNTS: accounts } = environment;
const names = accounts.map(({ name }) => name);
const run = nightlyAudit({
  results: auditResultsTable(dynamo, TOTALS_TABLE),
  audit: audit({
    table: auditTable(dynamo, TRANSACTIONS_TABLE, TOTALS_TABLE),
    counters: countersTable(dynamo, TOTALS_TABLE),
    siblings: orderSiblingsIn(dynamo, TRANSACTIONS_TABLE),
    movements: bankMovements(bankAccounts({ accounts, readSecret, clock }), names),
    merchantIds: merchantIdsIn(dynamo, MERCHANTS_TABLE),
    backMs: backMsOf(accounts),
    clock,
    report: ({ kind, transactionId, merchantId, detail }) =>
      logger.warn('audit violation found', { kind, transactionId, merchantId, detail }),
  }),
  clock,
  logger,
});

// A page may wait for the bank's lists: a hundred payments, sixteen at a time, 5 s each.
const RESERVE_MS = 60_000;

/** Every 15 minutes (EventBridge); except after midnight there is nothing to audit, and a run costs one read. */
export const handler = async (_event: unknown, context: Context): Promise<void> =>
  run(Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS);
