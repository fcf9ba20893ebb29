import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock as clock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { accounts } from './deployed-accounts.ts';
import { schedule } from './deployed-schedule.ts';
import { table } from './deployed-table.ts';
import { reference } from './reference.ts';
import { troubled } from './troubled.ts';
import { serve } from './web.ts';

export const handler = serve(
  troubled((request) => reference(request, { table, accounts, schedule, clock, sleep }), { table, clock, sleep }),
  logger,
);
