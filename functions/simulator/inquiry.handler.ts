import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock as clock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { accounts } from './deployed-accounts.ts';
import { table } from './deployed-table.ts';
import { inquiry } from './inquiry.ts';
import { troubled } from './troubled.ts';
import { serve } from './web.ts';

export const handler = serve(
  troubled((request) => inquiry(request, { table, accounts, clock }), { table, clock, sleep }),
  logger,
);
