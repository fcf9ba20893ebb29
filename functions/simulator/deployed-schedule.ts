import * as z from 'zod';
import { parseEnvironment } from '../runtime/environment.ts';
import { sqs } from '../runtime/sqs.ts';
import { scheduleOn } from './actions.ts';

const { ACTIONS_QUEUE_URL } = parseEnvironment({ ACTIONS_QUEUE_URL: z.url() });

/** Schedules actions on the queue that the environment names, for the deployed entries. */
export const schedule = scheduleOn(sqs, ACTIONS_QUEUE_URL);
