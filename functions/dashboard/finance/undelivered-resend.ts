import * as z from 'zod/mini';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { hasResends, type Resend, type ResendOutcome } from '../../webhooks/resend/resend.ts';
import { whyInput } from '../accounts/history-input.ts';
import { type DashboardCaller, nameOf, scopeOf } from '../caller.ts';

// A resend lasts about 50 ms and eight run concurrently: a call of 100 events ends within two seconds.
export const MAX_EVENTS = 100;
const MAX_CONCURRENT = 8;

const eventInput = z.object({
  transactionId: z.string().check(z.minLength(1), z.maxLength(100)),
  eventId: z.string().check(z.minLength(1), z.maxLength(100)),
  /** How many the caller saw: the same call after a lost answer sends nothing twice. */
  resends: z.int().check(z.nonnegative()),
});

/** Up to 100 events that a list showed. */
export const eventsInput = z.object({ events: z.array(eventInput).check(z.minLength(1), z.maxLength(MAX_EVENTS)) });
export const financeResendInput = z.extend(eventsInput, { why: whyInput });

/** The outcome for each event, in the order of the input. `resends` with the one to follow; null if there is none. */
export interface ResentEvents {
  events: { kind: ResendOutcome['kind']; resends: number | null }[];
}

/**
 * Resends the named events, with a reason: staff anyone's, a merchant its own; another merchant's are `unknown`. Who
 * and why are recorded with each delivery.
 */
export function resendUndelivered({ resend }: { resend: Resend }) {
  return async (
    { events, why }: z.infer<typeof financeResendInput>,
    caller: DashboardCaller,
  ): Promise<ResentEvents> => {
    const { merchantId } = scopeOf(caller, undefined);
    const scope = merchantId === null ? {} : { merchantId };
    const resent = await sideBySide(events, MAX_CONCURRENT, async (event) => {
      const outcome = await resend({ ...event, ...scope, who: nameOf(caller), why });
      return { kind: outcome.kind, resends: hasResends(outcome) ? outcome.resends : null };
    });
    return { events: resent };
  };
}
