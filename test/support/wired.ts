import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { paymentsOn } from '../../functions/payments/wiring.ts';
import type { Clock } from '../../functions/runtime/clock.ts';
import { TABLES } from './created-tables.ts';

/** The payments on the tables of the tests. */
export const paymentsIn = (dynamo: DynamoDBClient, clock: Clock = Date.now) => paymentsOn({ dynamo, clock }, TABLES);
