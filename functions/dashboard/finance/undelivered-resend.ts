import * as z from 'zod/mini';
import type { DeliveryFilter, FindDeliveries } from '../../webhooks/resend/found-delivery.ts';
import type { Resend, ResendOutcome } from '../../webhooks/resend/resend.ts';
import { resendMany } from '../../webhooks/resend/resend-many.ts';
import { UNDELIVERED_STATES } from '../../webhooks/resend/undelivered.ts';
import { whyInput } from '../accounts/history-input.ts';
import { type DashboardCaller, nameOf, scopeOf } from '../caller.ts';
import { refusingCursor } from '../cursor.ts';
import { financeInput, periodOf } from './finance-input.ts';

// A resend takes some 50 ms, eight go side by side: a page ends in a second or two of the 29 that a call may take.
const PAGE = 100;

export const financeResendInput = z.extend(financeInput, { why: whyInput });

export interface ResentPage {
  /** How many events of the page had each outcome. */
  outcomes: Partial<Record<ResendOutcome['kind'], number>>;
  /** For the next page; null when all have been scanned. */
  cursor: string | null;
}

/**
 * Sends again what was not delivered or skipped, a page of up to 100 at a time, with a reason: staff anyone's or one
 * merchant's, a merchant its own. What was sent leaves the list, so a run that broke off is begun anew. Each resend is
 * kept with its delivery.
 */
export function resendUndelivered({ find, resend }: { find: FindDeliveries; resend: Resend }) {
  const many = resendMany({ find, resend });
  return async (
    { why, cursor, ...input }: z.infer<typeof financeResendInput>,
    caller: DashboardCaller,
  ): Promise<ResentPage> => {
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter: DeliveryFilter = {
      states: UNDELIVERED_STATES,
      ...(merchantId !== null && { merchantId }),
      ...periodOf(input),
    };
    const page = await refusingCursor(many(filter, { who: nameOf(caller), why, limit: PAGE, cursor }));
    const outcomes: ResentPage['outcomes'] = {};
    for (const { outcome } of page.resends) outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
    return { outcomes, cursor: page.cursor };
  };
}
