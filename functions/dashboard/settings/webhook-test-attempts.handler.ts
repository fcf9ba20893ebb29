import { dynamo } from '../../runtime/dynamo.ts';
import { deliveriesTable } from '../../webhooks/deliveries.table.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { testAttempts, testAttemptsInput } from './webhook-test.ts';

const { read } = deliveriesTable(dynamo, transactionsTableName());

export const handler = dashboardEndpoint('GET /settings/webhook/tests/{testId}', {
  callers,
  input: testAttemptsInput,
  run: testAttempts({ readEvent: read }),
});
