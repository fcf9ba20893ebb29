import { SQSClient } from '@aws-sdk/client-sqs';
import { isoTime } from '../../../functions/runtime/clock.ts';
import type { DeliveryFilter } from '../../../functions/webhooks/resend/found-delivery.ts';
import { hasResends, resend } from '../../../functions/webhooks/resend/resend.ts';
import { resendMany } from '../../../functions/webhooks/resend/resend-many.ts';
import type { ResendReason } from '../../../functions/webhooks/resend/resend-record.ts';
import { RESEND_SENTENCES } from '../../../functions/webhooks/resend/resend-sentences.ts';
import { resendOn, webhooksOn } from '../../../functions/webhooks/wiring.ts';
import type { CommandResult } from '../command.ts';
import type { Target } from '../target.ts';
import { collect } from './many.ts';
import { countAndEuros, deliveryJson, deliveryLine, eurosOf, moreLine } from './text.ts';

// A list stops at this number of scanned events and prints a cursor. A resend counts all events before it sends any.
const MAX_SCANNED = 10_000;
const MAX_RESENT = 100_000;

export type DeliveriesCommands = ReturnType<typeof deliveriesCommands>;

/** The commands of `npm run deliveries`, on the local service or a deployed stage. */
export function deliveriesCommands(target: Target) {
  const { client: dynamo, clock, outputs, transactionsTable: transactions } = target;
  const sqs = new SQSClient();
  const { findDeliveries: find } = webhooksOn({ dynamo, clock }, { transactions });
  // The command prints the outcome.
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const names = { transactions, merchants: outputs.MerchantsTable, deliveriesUrl: outputs.DeliveriesQueueUrl };
  const resending = resend(resendOn({ dynamo, sqs, clock, logger }, names));

  return {
    async list(filter: DeliveryFilter, limit: number, cursor: string | undefined): Promise<CommandResult> {
      const page = await collect(find, filter, { limit, maxScanned: MAX_SCANNED, cursor });
      const { deliveries, scanned, scannedThroughMs } = page;
      const json = {
        deliveries: deliveries.map(deliveryJson),
        euros: eurosOf(deliveries),
        scanned,
        scannedThrough: scannedThroughMs === null ? null : isoTime(scannedThroughMs),
        cursor: page.cursor,
      };
      const lines = [...deliveries.map(deliveryLine), countAndEuros(deliveries)];
      return { json, text: `${lines.join('\n')}\n${moreLine(page)}` };
    },

    async resendOne(transactionId: string, eventId: string, reason: ResendReason): Promise<CommandResult> {
      const outcome = await resending({ transactionId, eventId, ...reason });
      const failed = outcome.kind !== 'resent' && outcome.kind !== 'in-progress';
      const which = hasResends(outcome) ? ` (${outcome.eventId}, resends: ${outcome.resends})` : '';
      return { json: { transactionId, ...outcome }, text: `${RESEND_SENTENCES[outcome.kind]}${which}\n`, failed };
    },

    /** Counts first and passes the count and the sum to `announce`, before anything is sent. */
    async resendMany(
      filter: DeliveryFilter,
      reason: ResendReason,
      { dryRun, announce }: { dryRun: boolean; announce(text: string): void },
    ): Promise<CommandResult> {
      const found = await collect(find, filter, { limit: MAX_RESENT, maxScanned: MAX_RESENT });
      const newest = found.deliveries.filter(({ isNewest }) => isNewest);
      const head = { found: newest.length, euros: eurosOf(newest), dryRun };
      if (found.cursor !== null)
        throw new Error(`more than ${MAX_RESENT} deliveries: narrow the filter with --merchant, --from or --to`);
      announce(`to resend: ${countAndEuros(newest)}\n`);
      if (dryRun) return { json: head, text: 'dry run: nothing was sent\n' };
      const outcomes: Record<string, number> = {};
      const many = resendMany({ find, resend: resending });
      let cursor: string | undefined;
      do {
        const page = await many(filter, { ...reason, limit: 100, cursor });
        for (const { outcome } of page.resends) outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
        cursor = page.cursor ?? undefined;
      } while (cursor !== undefined);
      const lines = Object.entries(outcomes).map(([kind, count]) => `${String(count).padStart(7)}  ${kind}`);
      return { json: { ...head, outcomes }, text: `${lines.join('\n')}\n` };
    },

    close: () => sqs.destroy(),
  };
}
