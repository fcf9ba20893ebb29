import * as z from 'zod/mini';
import { bankAccount } from '../../banking/account.ts';
import { bankAccounts } from '../../banking/bank-accounts.ts';
import { reconciliationOn } from '../../finance/wiring.ts';
import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { jsonVariable, parseEnvironment } from '../../runtime/environment.ts';
import { readSecret } from '../../runtime/secrets.ts';
import { callers, MERCHANTS_TABLE, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { MAX_MERCHANTS, reconciliation } from './reconciliation.ts';
import { MAX_UPLOAD_BYTES, reconciliationInput } from './reconciliation-input.ts';

const { BANK_ACCOUNTS: accounts } = parseEnvironment({ BANK_ACCOUNTS: jsonVariable(z.array(bankAccount)) });

export const handler = dashboardEndpoint('POST /finance/reconciliation', {
  callers,
  maxBytes: MAX_UPLOAD_BYTES,
  input: reconciliationInput,
  run: reconciliation({
    table: reconciliationOn({ dynamo }, { transactions: transactionsTableName() }),
    bankAccounts: bankAccounts({ accounts, readSecret, clock }),
    accountNames: accounts.map(({ name }) => name),
    merchantIds: merchantIdsIn(dynamo, MERCHANTS_TABLE, MAX_MERCHANTS),
    clock,
  }),
});
