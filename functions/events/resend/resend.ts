import * as z from 'zod/mini';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import { Refusal } from '../../http/refusal.ts';
import { isTransactionId } from '../../payments/ids.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Reading } from '../../runtime/reading.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { hasSeries, type ResendDependencies, type ResendOutcome, resend } from '../../webhooks/resend/resend.ts';
import { MAX_CONCURRENT_RESENDS } from '../../webhooks/resend/resend-many.ts';

export const MAX_RESENT_IDS = 100;

/** A program that repeats its call has its events resent once in this time. */
export const PAUSE_MS = MINUTE_MS;

/** The transactions whose newest events are to be resent. */
export const resendInput = z.object({ transactionIds: field('transactionIds', readTransactionIds) });

function readTransactionIds(ids: unknown): Reading<string[]> {
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= MAX_RESENT_IDS;
  const isOfIds = isList && ids.every((id) => typeof id === 'string' && id !== '');
  if (isOfIds && new Set(ids).size === ids.length) return { ok: true, value: ids };
  return {
    ok: false,
    problem: `must be an array of 1 to ${MAX_RESENT_IDS} transaction ids, each a string, none twice`,
  };
}

/**
 * `in_progress`: its delivery is under way; `too_soon`: resent within the last minute; `not_found`: no transaction of
 * the caller's; `no_event`: its status has not changed yet.
 */
const RESEND_RESULTS = ['queued', 'in_progress', 'too_soon', 'not_found', 'no_event'] as const;
type ResendResult = (typeof RESEND_RESULTS)[number];

/** In the order of the request. `eventId` is that of the newest event, null where there is none. */
export const resendAnswer = z.object({
  results: z.array(
    z.object({ transactionId: z.string(), eventId: z.nullable(z.string()), result: z.enum(RESEND_RESULTS) }),
  ),
});

export const RESEND_REFUSALS = {
  off: 'webhooks are off: turn them on in the dashboard, then repeat the call',
  noUrl: 'webhooks have no URL: set it in the dashboard, then repeat the call',
} as const;

/**
 * Resends the newest event of each transaction by the mechanism of pages and commands (docs/delivery.md). With webhooks
 * off or without a URL nothing is sent.
 */
export function resendEvents(dependencies: ResendDependencies) {
  return async (
    { transactionIds }: z.infer<typeof resendInput>,
    { merchantId, keyEnding }: Caller,
  ): Promise<z.input<typeof resendAnswer>> => {
    const endpoint = await dependencies.endpointState(merchantId);
    if (!endpoint.hasEndpoint) throw new Refusal('invalid', RESEND_REFUSALS.noUrl);
    if (!endpoint.isEnabled) throw new Refusal('invalid', RESEND_REFUSALS.off);
    const run = resend({ ...dependencies, endpointState: async () => endpoint });
    const by = { merchantId, who: `API key sk_…${keyEnding}`, why: 'POST /events/resend', pauseMs: PAUSE_MS };
    const results = await sideBySide(transactionIds, MAX_CONCURRENT_RESENDS, async (transactionId) => {
      if (!isTransactionId(transactionId)) return { transactionId, eventId: null, result: 'not_found' as const };
      const outcome = await run({ transactionId, eventId: 'newest', ...by });
      if (hasSeries(outcome)) return { transactionId, eventId: outcome.eventId, result: RESULTS[outcome.kind] };
      const record = await dependencies.deliveries.read(transactionId, 'strong');
      const isOwn = record?.merchantId === merchantId;
      return { transactionId, eventId: null, result: isOwn ? ('no_event' as const) : ('not_found' as const) };
    });
    return { results };
  };
}

const RESULTS = {
  resent: 'queued',
  'in-progress': 'in_progress',
  'sent-before': 'too_soon',
  'too-soon': 'too_soon',
} as const satisfies Record<Extract<ResendOutcome, { eventId: string }>['kind'], ResendResult>;
