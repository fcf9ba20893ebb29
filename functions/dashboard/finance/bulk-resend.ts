import * as z from 'zod/mini';
import { type ResendManyDependencies, type ResentPart, resendMany } from '../../webhooks/resend/resend-many.ts';
import { UNDELIVERED_STATES } from '../../webhooks/undelivered.ts';
import { whyInput } from '../accounts/history-input.ts';
import { type DashboardCaller, nameOf, scopeOf } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';
import { periodOf } from './finance-input.ts';
import { undeliveredInput } from './undelivered.ts';

/** The list of undelivered events to resend. A dry run needs no reason. */
export const bulkResendInput = z
  .extend(undeliveredInput, {
    why: z.optional(whyInput),
    dryRun: z._default(z.boolean('must be true or false'), false),
    /** Orders with a refund too: the shop would deliver what it has been paid back for. */
    refunded: z._default(z.boolean('must be true or false'), false),
  })
  .check((context) => {
    const { why, dryRun } = context.value;
    if (why !== undefined || dryRun) return;
    const message = 'why is required: the reason, which is stored';
    context.issues.push({ code: 'custom', message, path: ['why'], input: undefined });
  });

export type BulkResendOutcome = ResentPart | Refused;

/**
 * Resends the undelivered events of a list, up to 100 a call: staff anyone's, a merchant its own. Who and why are recorded
 * with each delivery.
 */
export function bulkResend(dependencies: ResendManyDependencies) {
  const resendPart = resendMany(dependencies);
  return async (input: z.infer<typeof bulkResendInput>, caller: DashboardCaller): Promise<BulkResendOutcome> => {
    const { state, why = '', dryRun, refunded, cursor } = input;
    const { merchantId } = scopeOf(caller, input.merchantId);
    if (merchantId !== null) {
      const { hasEndpoint, isEnabled } = await dependencies.endpointState(merchantId);
      if (!hasEndpoint || !isEnabled) return refused('enabled', { code: 'webhooks-off' });
    }
    const states = state === undefined ? UNDELIVERED_STATES : [state];
    const filter = { states, ...(merchantId !== null && { merchantId }), ...periodOf(input) };
    return resendPart(filter, { who: nameOf(caller), why, dryRun, refunded, cursor });
  };
}
