import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { readSecret } from '../runtime/secrets.ts';
import { sqs } from '../runtime/sqs.ts';
import { accountsFrom, bankAccountsVariable, settingsFrom } from './accounts.ts';
import { scheduleOn } from './payments/actions.ts';
import type { Simulation } from './simulation.ts';

const environment = parseEnvironment({
  TABLE_NAME: z.string(),
  ACTIONS_QUEUE_URL: z.url(),
  BANK_ACCOUNTS: bankAccountsVariable,
  SETTINGS_SECRET_ID: z.string(),
});

/** The simulated bank that the environment describes, for the deployed entries. */
export const simulation: Simulation = {
  table: { dynamo, tableName: environment.TABLE_NAME },
  accounts: accountsFrom(environment.BANK_ACCOUNTS, readSecret, clock),
  settings: settingsFrom(environment.SETTINGS_SECRET_ID, readSecret, clock),
  schedule: scheduleOn(sqs, environment.ACTIONS_QUEUE_URL, clock),
  clock,
  sleep,
  logger,
};
