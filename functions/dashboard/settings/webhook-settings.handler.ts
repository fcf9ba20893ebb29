import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { findDeliveriesIn } from '../../webhooks/resend/find-deliveries.table.ts';
import { merchantInput } from '../accounts/history-input.ts';
import { callers, merchants, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { keyring } from './keyring-dependency.ts';
import { readWebhookSettings } from './webhook-settings.ts';

const find = findDeliveriesIn(dynamo, transactionsTableName());

export const handler = dashboardEndpoint('GET /settings/webhook', {
  callers,
  input: merchantInput,
  run: readWebhookSettings({ merchants, keyring, find, clock }),
});
