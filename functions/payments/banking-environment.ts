import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { bankAccount } from '../banking/account.ts';
import { bankAccounts } from '../banking/bank-accounts.ts';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { jsonVariable, parseEnvironment } from '../runtime/environment.ts';
import { currentRequestId, logger } from '../runtime/logger.ts';
import { readSecret } from '../runtime/secrets.ts';
import type { BankingClients } from './wiring.ts';

/** The clients and tables of every function that calls a bank about a transaction, from its environment. */
export function bankingEnvironment(): [BankingClients, { transactions: string }] {
  const { TRANSACTIONS_TABLE: transactions, BANK_ACCOUNTS: accounts } = parseEnvironment({
    TRANSACTIONS_TABLE: z.string(),
    BANK_ACCOUNTS: jsonVariable(z.array(bankAccount)),
  });
  const banks = bankAccounts({ accounts, readSecret, clock });
  const clients = { dynamo, clock, bankAccounts: banks, sleep, logger, requestId: currentRequestId };
  return [clients, { transactions }];
}
