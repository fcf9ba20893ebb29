import * as z from 'zod/mini';
import type { Resend, ResendOutcome } from '../../webhooks/resend/resend.ts';
import { type DashboardCaller, nameOf, notFound, scopeOf } from '../caller.ts';
import { longIdInput, whyInput } from '../inputs.ts';
import { Refused } from '../refused.ts';
import { detailInput } from './transactions-input.ts';

export const resendInput = z.extend(detailInput, {
  eventId: longIdInput,
  /** How many the caller saw; the same call after a lost answer then sends nothing. */
  resends: z.optional(z.int().check(z.nonnegative())),
  why: whyInput,
});

/** The field that each refusal is about, so that a page can show it where it is corrected. */
const FIELDS: Record<Exclude<ResendOutcome['kind'], 'resent' | 'unknown'>, string> = {
  'in-progress': 'eventId',
  'sent-before': 'eventId',
  superseded: 'eventId',
  off: 'enabled',
  'no-url': 'url',
};

/**
 * Sends one event again, with a reason: a merchant its own, staff anyone's. Who and why are recorded with the delivery.
 */
export function resendTransaction({ resend }: { resend: Resend }) {
  return async (input: z.infer<typeof resendInput>, caller: DashboardCaller) => {
    const { merchantId } = scopeOf(caller, undefined);
    const outcome = await resend({ ...input, who: nameOf(caller), ...(merchantId !== null && { merchantId }) });
    if (outcome.kind === 'unknown') throw notFound('transaction');
    if (outcome.kind === 'resent') return outcome;
    throw new Refused(FIELDS[outcome.kind], { code: 'resend', outcome: outcome.kind });
  };
}
