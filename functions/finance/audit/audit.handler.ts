import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { bankAccount } from '../../banking/account.ts';
import { bankAccounts } from '../../banking/bank-accounts.ts';
import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { jsonVariable, parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { readSecret } from '../../runtime/secrets.ts';
import { auditOn } from '../wiring.ts';
import { audit, backMsOf } from './audit.ts';
import { bankMovements } from './movements.ts';
import { nightlyAudit, RESERVE_MS } from './nightly.ts';
import { auditResultsTable } from './results.table.ts';

const environment = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  TOTALS_TABLE: z.string(),
  MERCHANTS_TABLE: z.string(),
  BANK_ACCOUNTS: jsonVariable(z.array(bankAccount)),
});
const { TRANSACTIONS_TABLE: transactions, TOTALS_TABLE: totals, BANK_ACCOUNTS: accounts } = environment;
const names = accounts.map(({ name }) => name);
const run = nightlyAudit({
  results: auditResultsTable(dynamo, totals),
  audit: audit({
    ...auditOn({ dynamo, clock }, { transactions, totals }),
    movements: bankMovements(bankAccounts({ accounts, readSecret, clock }), names),
    merchantIds: merchantIdsIn(dynamo, environment.MERCHANTS_TABLE),
    backMs: backMsOf(accounts),
    report: ({ kind, transactionId, merchantId, detail }) =>
      logger.warn('audit violation found', { kind, transactionId, merchantId, detail }),
  }),
  clock,
  logger,
});

/** By a schedule (EventBridge). Except after midnight there is nothing to do, and a run costs one read. */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  await run(Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS);
};
