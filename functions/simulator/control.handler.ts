import * as z from 'zod';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { sqs } from '../runtime/sqs.ts';
import { scheduleOn } from './actions.ts';
import { control } from './control.ts';
import { serve } from './web.ts';

const environment = parseEnvironment({ TABLE_NAME: z.string(), ACTIONS_QUEUE_URL: z.string() });
const table = { dynamo, tableName: environment.TABLE_NAME };
const schedule = scheduleOn(sqs, environment.ACTIONS_QUEUE_URL);

export const handler = serve((request) => control(request, { table, schedule, clock }), logger);
