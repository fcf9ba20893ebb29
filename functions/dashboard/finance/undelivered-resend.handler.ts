import { callers } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { resending } from '../transactions/resend-dependency.ts';
import { financeResendInput, resendUndelivered } from './undelivered-resend.ts';

export const handler = dashboardEndpoint('POST /finance/undelivered/resend', {
  callers,
  isChange: true,
  input: financeResendInput,
  run: resendUndelivered({ resend: resending }),
});
