import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { readSecret } from '../runtime/secrets.ts';
import { sqs } from '../runtime/sqs.ts';
import { accountsFrom, bankAccountsVariable } from './accounts.ts';
import { scheduleOn } from './actions.ts';
import { purchase } from './purchase.ts';
import { serve } from './web.ts';

const environment = parseEnvironment({
  TABLE_NAME: z.string(),
  ACTIONS_QUEUE_URL: z.string(),
  BANK_ACCOUNTS: bankAccountsVariable,
});
const table = { dynamo, tableName: environment.TABLE_NAME };
const accounts = accountsFrom(environment.BANK_ACCOUNTS, readSecret, clock);
const schedule = scheduleOn(sqs, environment.ACTIONS_QUEUE_URL);

export const handler = serve((request) => purchase(request, { table, accounts, schedule, clock, sleep }), logger);
