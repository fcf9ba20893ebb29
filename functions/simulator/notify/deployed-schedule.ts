import * as z from 'zod';
import { systemClock } from '../../runtime/clock.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { sqs } from '../../runtime/sqs.ts';
import { table } from '../deployed-table.ts';
import { scheduleWith, sendActions } from './schedule.ts';

const { ACTIONS_QUEUE_URL } = parseEnvironment({ ACTIONS_QUEUE_URL: z.url() });

/** Sends actions to the queue that the environment names, for the deployed entries. */
export const send = sendActions(sqs, ACTIONS_QUEUE_URL);

/** Schedules actions on that queue, or in the table, for the deployed entries. */
export const schedule = scheduleWith(send, table, systemClock);
