import type { DynamoDBStreamHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { systemClock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { recordExceptionIn } from './exceptions.table.ts';
import { auditOrders } from './order-audit.ts';
import { orderSiblingsIn } from './order-siblings.table.ts';

const { TRANSACTIONS_TABLE } = parseEnvironment({ TRANSACTIONS_TABLE: z.string() });
const siblings = orderSiblingsIn(dynamo, TRANSACTIONS_TABLE);
const recordException = recordExceptionIn(dynamo, TRANSACTIONS_TABLE, systemClock);

export const handler: DynamoDBStreamHandler = (event) => auditOrders(event, { siblings, recordException, logger });
