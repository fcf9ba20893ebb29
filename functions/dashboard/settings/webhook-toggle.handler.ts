import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { findDeliveriesIn } from '../../webhooks/resend/find-deliveries.table.ts';
import { callers, merchants, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { toggleInput, toggleWebhooks } from './webhook-settings.ts';

const find = findDeliveriesIn(dynamo, transactionsTableName());

export const handler = dashboardEndpoint('PUT /settings/webhook/enabled', {
  callers,
  isChange: true,
  input: toggleInput,
  run: toggleWebhooks({ merchants, find, clock }),
});
