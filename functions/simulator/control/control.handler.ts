import { systemClock as clock } from '../../runtime/clock.ts';
import { logger } from '../../runtime/logger.ts';
import { table } from '../deployed-table.ts';
import { schedule } from '../notify/deployed-schedule.ts';
import { serve } from '../web.ts';
import { control } from './control.ts';

export const handler = serve((request) => control(request, { table, schedule, clock }), logger);
