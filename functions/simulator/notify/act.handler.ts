import type { SQSEvent } from 'aws-lambda';
import { systemClock as clock } from '../../runtime/clock.ts';
import { logger } from '../../runtime/logger.ts';
import { accounts, ifthenpayAccounts } from '../deployed-accounts.ts';
import { settings } from '../deployed-settings.ts';
import { table } from '../deployed-table.ts';
import { actOnBatch } from './act.ts';
import { schedule } from './deployed-schedule.ts';

export const handler = (event: SQSEvent) =>
  actOnBatch(event, { table, accounts, ifthenpayAccounts, settings, schedule, clock, logger });
