import * as z from 'zod/mini';
import { MalformedCursor } from '../../dynamo/cursor.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { HistoryEntry } from '../../merchants/history/change.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import { amountOf } from '../../payments/money.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { DeliveryFilter, FindDeliveries } from '../../webhooks/resend/found-delivery.ts';
import type { Resend, ResendOutcome } from '../../webhooks/resend/resend.ts';
import { resendMany } from '../../webhooks/resend/resend-many.ts';
import { byCaller, ownMerchant } from '../account-rules.ts';
import { whyInput } from '../accounts/history-input.ts';
import { type DashboardCaller, nameOf, notFound } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';

export const resendSkippedInput = z.object({ why: whyInput, cursor: z.optional(z.string().check(z.maxLength(4_000))) });
export type ResendSkippedInput = z.infer<typeof resendSkippedInput>;

/** Events that were not sent while webhooks were off or no URL was set, and the sum of their payments in EUR. */
export interface Skipped {
  count: number;
  euros: number;
  /** False if there are more than were scanned: then `count` and `euros` are lower bounds. */
  isComplete: boolean;
}

const PAGE = 100;
const MAX_SCANNED = 1_000;

/** Of a merchant, as of now; the index is eventually consistent. Superseded events are not counted. */
export async function countSkipped(find: FindDeliveries, merchantId: string, nowMs: number): Promise<Skipped> {
  const filter = skippedOf(merchantId, nowMs);
  let [count, cents, scanned] = [0, 0, 0];
  let cursor: string | undefined;
  do {
    const page = await find(filter, { limit: PAGE, cursor });
    const newest = page.deliveries.filter(({ isNewest }) => isNewest);
    count += newest.length;
    cents += newest.reduce((sum, { amountCents }) => sum + amountCents, 0);
    scanned += page.scanned;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined && scanned < MAX_SCANNED);
  return { count, euros: amountOf(cents), isComplete: cursor === undefined };
}

export interface ResendSkippedDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  find: FindDeliveries;
  resend: Resend;
  clock: Clock;
}

export type ResendSkippedOutcome =
  /** How many events of the page came to what, and the cursor for the next page; null when all have been scanned. */
  { kind: 'done'; outcomes: Partial<Record<ResendOutcome['kind'], number>>; cursor: string | null } | Refused;

/**
 * Resends skipped events, a page of up to 100 at a time, with a reason, until the cursor is null. What was sent leaves
 * the list, so that an interrupted run is simply started again. Each resend is kept with its delivery, the page in the
 * history.
 */
export function resendSkipped({ merchants, find, resend, clock }: ResendSkippedDependencies) {
  const many = resendMany({ find, resend });
  return async ({ why, cursor }: ResendSkippedInput, caller: DashboardCaller): Promise<ResendSkippedOutcome> => {
    const merchantId = ownMerchant(caller);
    const merchant = await merchants.read(merchantId);
    if (!merchant) throw notFound('merchant');
    if (!merchant.webhookEnabled || merchant.webhookUrl === undefined)
      return refused('enabled', { code: 'webhooks-off' });
    const asked = { who: nameOf(caller), why, limit: PAGE, cursor };
    const page = await many(skippedOf(merchantId, clock()), asked).catch((error: unknown) => {
      throw error instanceof MalformedCursor ? new Refusal('invalid', 'cursor must be one that a page gave') : error;
    });
    const outcomes: Partial<Record<ResendOutcome['kind'], number>> = {};
    for (const { outcome } of page.resends) outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
    if (page.resends.length > 0) {
      const after: HistoryEntry['after'] = { ...outcomes };
      await changeAccount(merchants, merchantId, () => ({
        outcome: undefined,
        change: { entry: { action: 'webhook.skipped-resent', by: byCaller(caller, why), at: clock(), after } },
      }));
    }
    return { kind: 'done', outcomes, cursor: page.cursor };
  };
}

function skippedOf(merchantId: string, nowMs: number): DeliveryFilter {
  return { merchantId, states: ['skipped'], fromMs: 0, toMs: nowMs + 1 };
}
