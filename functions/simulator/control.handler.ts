import { systemClock as clock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { control } from './control.ts';
import { schedule } from './deployed-schedule.ts';
import { table } from './deployed-table.ts';
import { serve } from './web.ts';

export const handler = serve((request) => control(request, { table, schedule, clock }), logger);
