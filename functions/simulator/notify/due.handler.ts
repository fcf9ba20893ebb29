import { systemClock as clock } from '../../runtime/clock.ts';
import { logger } from '../../runtime/logger.ts';
import { table } from '../deployed-table.ts';
import { send } from './deployed-schedule.ts';
import { queueDueActions } from './due.ts';

/** Every minute (EventBridge). */
export const handler = () => queueDueActions({ table, send, clock, logger });
