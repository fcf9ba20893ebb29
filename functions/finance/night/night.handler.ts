import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { bankAccount } from '../../banking/account.ts';
import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { bankingEnvironment } from '../../payments/banking-environment.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { jsonVariable, parseEnvironment } from '../../runtime/environment.ts';
import { beginRequest } from '../../runtime/logger.ts';
import { nightOn } from '../wiring.ts';
import { night } from './night.ts';

const { MERCHANTS_TABLE, BANK_ACCOUNTS } = parseEnvironment({
  MERCHANTS_TABLE: z.string(),
  BANK_ACCOUNTS: jsonVariable(z.array(bankAccount)),
});
const [clients, tables] = bankingEnvironment();
const merchantIds = merchantIdsIn(dynamo, MERCHANTS_TABLE);
const accounts = BANK_ACCOUNTS.map(({ name }) => name);
const run = night({ ...nightOn({ ...clients, merchantIds }, tables), accounts });

// What has begun must be able to end: a page of the list, and the lists of single starts.
const RESERVE_MS = 25_000;

/** By a schedule (EventBridge), all day: where nothing is due, a run costs one query. */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  beginRequest(context.awsRequestId);
  await run(Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS);
};
