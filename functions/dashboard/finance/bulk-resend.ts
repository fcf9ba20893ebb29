import * as z from 'zod/mini';
import { type ResendManyDependencies, resendMany } from '../../webhooks/resend/resend-many.ts';
import { type DashboardCaller, nameOf } from '../caller.ts';
import { whyInput } from '../inputs.ts';
import { Refused } from '../refused.ts';
import { filterOf, undeliveredInput } from './undelivered.ts';

/** The list of undelivered events to resend. A dry run needs no reason. */
export const bulkResendInput = z.extend(undeliveredInput, {
  why: z.optional(whyInput),
  dryRun: z._default(z.boolean('must be true or false'), false),
  /** Orders with a refund too: the shop would deliver what it has been paid back for. */
  refunded: z._default(z.boolean('must be true or false'), false),
});

/**
 * Resends the undelivered events of a list, up to 100 a call: staff anyone's, a merchant its own. Called with its cursor
 * until `more` is false. Who and why are recorded with each delivery.
 */
export function bulkResend(dependencies: ResendManyDependencies) {
  const resendPart = resendMany(dependencies);
  return async (input: z.infer<typeof bulkResendInput>, caller: DashboardCaller) => {
    const { why = '', dryRun, refunded, cursor } = input;
    if (input.why === undefined && !dryRun) throw new Refused('why', 'why is required: the reason, which is stored');
    const filter = filterOf(input, caller);
    if (filter.merchantId !== undefined) {
      const { hasEndpoint, isEnabled } = await dependencies.endpointState(filter.merchantId);
      if (!hasEndpoint || !isEnabled) throw new Refused('enabled', { code: 'webhooks-off' });
    }
    return { dryRun, ...(await resendPart(filter, { who: nameOf(caller), why, dryRun, refunded, cursor })) };
  };
}
