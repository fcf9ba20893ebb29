import { dynamo } from '../../runtime/dynamo.ts';
import { readMainItemsIn } from '../../webhooks/resend/find-deliveries.table.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { eventDeliveries } from './event-deliveries.ts';
import { eventsInput } from './undelivered-resend.ts';

export const handler = dashboardEndpoint('POST /finance/deliveries', {
  callers,
  input: eventsInput,
  run: eventDeliveries({ read: readMainItemsIn(dynamo, transactionsTableName()) }),
});
