import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { systemClock as clock } from '../../runtime/clock.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { readSecret } from '../../runtime/secrets.ts';
import { accounts, providerOf } from '../deployed-accounts.ts';
import { table } from '../deployed-table.ts';
import { settingsFrom } from '../settings.ts';
import { actOnBatch } from './act.ts';
import { schedule } from './deployed-schedule.ts';

const { SETTINGS_SECRET_ID } = parseEnvironment({ SETTINGS_SECRET_ID: z.string() });
const settings = settingsFrom(SETTINGS_SECRET_ID, readSecret, clock);

export const handler = (event: SQSEvent) =>
  actOnBatch(event, { table, accounts, providerOf, settings, schedule, clock, logger });
