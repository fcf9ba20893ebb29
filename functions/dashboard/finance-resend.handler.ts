import { dynamo } from '../runtime/dynamo.ts';
import { findDeliveries } from '../webhooks/find-deliveries.ts';
import { callers, transactionsTableName } from './dependencies.ts';
import { dashboardEndpoint } from './endpoint.ts';
import { financeResendInput, resendUndelivered } from './finance-resend.ts';
import { resending } from './resend-dependency.ts';

export const handler = dashboardEndpoint('POST /finance/undelivered/resend', {
  callers,
  isChange: true,
  input: financeResendInput,
  run: resendUndelivered({ find: findDeliveries(dynamo, transactionsTableName()), resend: resending }),
});
