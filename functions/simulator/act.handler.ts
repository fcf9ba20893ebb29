import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { readSecret } from '../runtime/secrets.ts';
import { accountsFrom, bankAccountsVariable } from './accounts.ts';
import { actOnBatch } from './act.ts';
import { settingsFrom } from './settings.ts';

const environment = parseEnvironment({
  TABLE_NAME: z.string(),
  SETTINGS_SECRET_ID: z.string(),
  BANK_ACCOUNTS: bankAccountsVariable,
});
const table = { dynamo, tableName: environment.TABLE_NAME };
const accounts = accountsFrom(environment.BANK_ACCOUNTS, readSecret, clock);
const settings = settingsFrom(environment.SETTINGS_SECRET_ID, readSecret, clock);

export const handler = (event: SQSEvent) => actOnBatch(event, { table, accounts, settings, clock, logger });
