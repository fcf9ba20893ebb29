import * as z from 'zod/mini';
import type { Resend, ResendOutcome } from '../../webhooks/resend/resend.ts';
import { whyInput } from '../accounts/history-input.ts';
import { type DashboardCaller, isStaff, nameOf, notFound } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';
import { detailInput, longIdInput } from './transactions-input.ts';

export const resendInput = z.extend(detailInput, {
  eventId: longIdInput,
  /** How many the caller saw; the same call after a lost answer then sends nothing. */
  resends: z.optional(z.int().check(z.nonnegative())),
  why: whyInput,
});

export type ResendAnswer = Extract<ResendOutcome, { kind: 'resent' }> | Refused;

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
  return async (input: z.infer<typeof resendInput>, caller: DashboardCaller): Promise<ResendAnswer> => {
    const outcome = await resend({ ...input, who: nameOf(caller), ...scopeOfResend(caller) });
    if (outcome.kind === 'unknown') throw notFound('transaction');
    if (outcome.kind === 'resent') return outcome;
    return refused(FIELDS[outcome.kind], { code: 'resend', outcome: outcome.kind });
  };
}

function scopeOfResend(caller: DashboardCaller): { merchantId?: string } {
  if (isStaff(caller)) return {};
  const { merchantId, roles } = caller;
  if (merchantId === undefined || !roles.includes('merchant')) throw notFound('transaction');
  return { merchantId };
}
