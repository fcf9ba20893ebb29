import * as z from 'zod/mini';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { dashboardFunction } from './endpoint.ts';
import { financeRoutes } from './finance.ts';
import { callersOn } from './wiring.ts';

const environment = parseEnvironment({ MERCHANTS_TABLE: z.string(), TRANSACTIONS_TABLE: z.string() });
const names = { merchants: environment.MERCHANTS_TABLE, transactions: environment.TRANSACTIONS_TABLE };

export const handler = dashboardFunction(callersOn({ dynamo }, names), financeRoutes({ dynamo, clock }, names));
