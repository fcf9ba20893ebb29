import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { bankAccount } from '../../banking/account.ts';
import { bankAccounts } from '../../banking/bank-accounts.ts';
import { fold } from '../../events/days/fold.ts';
import { foldOn } from '../../events/wiring.ts';
import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
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
const merchantIds = merchantIdsIn(dynamo, environment.MERCHANTS_TABLE);
const folding = fold({
  ...foldOn({ dynamo, clock }, { transactions, totals, merchants: environment.MERCHANTS_TABLE }),
  merchantIds,
  logger,
});
const names = accounts.map(({ name }) => name);
const run = nightlyAudit({
  results: auditResultsTable(dynamo, totals),
  audit: audit({
    ...auditOn({ dynamo, clock }, { transactions, totals }),
    movements: bankMovements(bankAccounts({ accounts, readSecret, clock }), names),
    merchantIds,
    backMs: backMsOf(accounts),
    report: ({ kind, transactionId, merchantId, detail }) =>
      logger.warn('audit violation found', { kind, transactionId, merchantId, detail }),
  }),
  clock,
  logger,
});

/** For the days of merchants, which the audit reads; it begins none later than this. */
const FOLD_MS = 2 * MINUTE_MS;

/**
 * By a schedule (EventBridge): folds the days that are over, then audits. Except after midnight there is nothing to do,
 * and a run costs two reads.
 */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const endsAt = Date.now() + context.getRemainingTimeInMillis();
  await folding(Date.now() + FOLD_MS);
  await run(endsAt - RESERVE_MS);
};
