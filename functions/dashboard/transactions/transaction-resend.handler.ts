import { callers } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { resending } from './resend-dependency.ts';
import { resendInput, resendTransaction } from './transaction-resend.ts';

export const handler = dashboardEndpoint('POST /transactions/{transactionId}/resend', {
  callers,
  isChange: true,
  input: resendInput,
  run: resendTransaction({ resend: resending }),
});
