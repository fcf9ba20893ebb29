import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock as clock } from '../../runtime/clock.ts';
import { logger } from '../../runtime/logger.ts';
import { troubled } from '../control/troubled.ts';
import { accounts } from '../deployed-accounts.ts';
import { table } from '../deployed-table.ts';
import { schedule } from '../notify/deployed-schedule.ts';
import { serve } from '../web.ts';
import { reference } from './reference.ts';

export const handler = serve(
  troubled((request) => reference(request, { table, accounts, schedule, clock, sleep }), { table, clock, sleep }),
  logger,
);
