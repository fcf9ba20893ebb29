import * as z from 'zod/mini';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { dashboardFunction } from './endpoint.ts';
import { operatorRoutes } from './operator.ts';
import { callersOn } from './wiring.ts';

const { MERCHANTS_TABLE: merchants } = parseEnvironment({ MERCHANTS_TABLE: z.string() });

export const handler = dashboardFunction(
  callersOn({ dynamo }, { merchants }),
  operatorRoutes({ dynamo, clock }, { merchants }),
);
