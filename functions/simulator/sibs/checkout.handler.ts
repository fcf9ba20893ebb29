import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock as clock } from '../../runtime/clock.ts';
import { logger } from '../../runtime/logger.ts';
import { troubled } from '../control/troubled.ts';
import { accounts } from '../deployed-accounts.ts';
import { table } from '../deployed-table.ts';
import { serve } from '../web.ts';
import { checkout } from './checkout.ts';

export const handler = serve(
  troubled((request) => checkout(request, { table, accounts, clock, sleep }), { table, clock, sleep }),
  logger,
);
