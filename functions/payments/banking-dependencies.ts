import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { bankAccount } from '../banking/account.ts';
import { bankAccounts } from '../banking/bank-accounts.ts';
import { systemClock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { jsonVariable, parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { readSecret } from '../runtime/secrets.ts';
import { recordExceptionIn } from './exceptions/exceptions.table.ts';
import { nameMovementIn, settleIn } from './settle/settle.ts';
import { transactionsTable } from './transactions.table.ts';

/** The dependencies of every function that calls a bank about a transaction, from its environment. */
export function bankingDependencies() {
  const { TRANSACTIONS_TABLE, BANK_ACCOUNTS } = parseEnvironment({
    TRANSACTIONS_TABLE: z.string(),
    BANK_ACCOUNTS: jsonVariable(z.array(bankAccount)),
  });
  const transactions = transactionsTable(dynamo, TRANSACTIONS_TABLE);
  return {
    transactions,
    read: transactions.read,
    settle: settleIn(dynamo, TRANSACTIONS_TABLE, systemClock),
    nameMovement: nameMovementIn(dynamo, TRANSACTIONS_TABLE, systemClock),
    recordException: recordExceptionIn(dynamo, TRANSACTIONS_TABLE, systemClock),
    bankAccounts: bankAccounts({ accounts: BANK_ACCOUNTS, readSecret, clock: systemClock }),
    clock: systemClock,
    sleep: (durationMs: number): Promise<void> => sleep(durationMs),
    logger,
  };
}
