import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { findDeliveries } from '../../webhooks/resend/find-deliveries.table.ts';
import { callers, merchants, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { resending } from '../transactions/resend-dependency.ts';
import { resendSkipped, resendSkippedInput } from './webhook-skipped.ts';

const find = findDeliveries(dynamo, transactionsTableName());

export const handler = dashboardEndpoint('POST /settings/webhook/skipped/resend', {
  callers,
  isChange: true,
  input: resendSkippedInput,
  run: resendSkipped({ merchants, find, resend: resending, clock }),
});
