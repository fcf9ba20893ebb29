import type { DynamoDBStreamHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { sqs } from '../../runtime/sqs.ts';
import { queueOn } from '../wiring.ts';
import { relay } from './relay.ts';

const environment = parseEnvironment({ DELIVERIES_QUEUE_URL: z.url() });
const queue = queueOn({ sqs }, { deliveriesUrl: environment.DELIVERIES_QUEUE_URL });

export const handler: DynamoDBStreamHandler = (event) => relay(event, { queue, logger });
