import { dynamo } from '../../runtime/dynamo.ts';
import { findDeliveriesIn } from '../../webhooks/resend/find-deliveries.table.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { financeInput } from './finance-input.ts';
import { listUndelivered } from './undelivered.ts';

export const handler = dashboardEndpoint('POST /finance/undelivered', {
  callers,
  input: financeInput,
  run: listUndelivered({ find: findDeliveriesIn(dynamo, transactionsTableName()) }),
});
