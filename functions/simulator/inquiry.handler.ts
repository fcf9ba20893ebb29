import * as z from 'zod';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { readSecret } from '../runtime/secrets.ts';
import { accountsFrom, bankAccountsVariable } from './accounts.ts';
import { inquiry } from './inquiry.ts';
import { serve } from './web.ts';

const environment = parseEnvironment({ TABLE_NAME: z.string(), BANK_ACCOUNTS: bankAccountsVariable });
const table = { dynamo, tableName: environment.TABLE_NAME };
const accounts = accountsFrom(environment.BANK_ACCOUNTS, readSecret, clock);

export const handler = serve((request) => inquiry(request, { table, accounts, clock }), logger);
