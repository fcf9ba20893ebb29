import * as z from 'zod/mini';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { sqs } from '../../runtime/sqs.ts';
import { callers, tables } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { financeInput } from './finance-input.ts';
import { unnotifiedReport } from './unnotified.ts';
import { unnotifiedOn } from './wiring.ts';

const queues = parseEnvironment({
  DELIVERIES_DEAD_LETTERS_QUEUE_URL: z.url(),
  RETRIES_DEAD_LETTERS_QUEUE_URL: z.url(),
  UNRELAYED_RECORDS_QUEUE_URL: z.url(),
});

export const handler = dashboardEndpoint('POST /finance/unnotified', {
  callers,
  input: financeInput,
  run: unnotifiedReport(unnotifiedOn({ dynamo, sqs, clock }, tables(), Object.values(queues))),
});
