import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { newTestId, sendTestEvent } from '../../webhooks/test-event/test-event.table.ts';
import { callers, merchants, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { testWebhook } from './webhook-test.ts';

const table = { client: dynamo, tableName: transactionsTableName(), clock };
const run = testWebhook({
  merchants,
  newTestId,
  sendTest: (merchantId, testId) => sendTestEvent(table, merchantId, testId),
  clock,
});

export const handler = dashboardEndpoint('POST /settings/webhook/tests', {
  callers,
  isChange: true,
  input: noInput,
  run: (_, caller) => run(caller),
});
