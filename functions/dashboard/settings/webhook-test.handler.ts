import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { currentRequestId } from '../../runtime/logger.ts';
import { newTestId } from '../../webhooks/test-event/test-event.ts';
import { testEventsOn } from '../../webhooks/wiring.ts';
import { callers, merchants, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { testWebhook } from './webhook-test.ts';

const tables = { transactions: transactionsTableName() };
const sendTest = testEventsOn({ dynamo, clock, requestId: currentRequestId }, tables);
const run = testWebhook({ merchants, newTestId, sendTest, clock });

export const handler = dashboardEndpoint('POST /settings/webhook/tests', {
  callers,
  isChange: true,
  input: noInput,
  run: (_, caller) => run(caller),
});
