import { dynamo } from '../../runtime/dynamo.ts';
import { findDeliveriesIn } from '../../webhooks/resend/find-deliveries.table.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { listUndelivered, undeliveredInput } from './undelivered.ts';

export const handler = dashboardEndpoint('POST /finance/undelivered', {
  callers,
  input: undeliveredInput,
  run: listUndelivered({ find: findDeliveriesIn(dynamo, transactionsTableName()) }),
});
