import { SQSClient } from '@aws-sdk/client-sqs';
import { amountOf } from '../../../functions/payments/amount.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import type { DeliveryFilter } from '../../../functions/webhooks/resend/found-delivery.ts';
import { hasResends } from '../../../functions/webhooks/resend/resend.ts';
import { type ResendManyRequest, resendMany } from '../../../functions/webhooks/resend/resend-many.ts';
import type { ResendReason } from '../../../functions/webhooks/resend/resend-record.ts';
import { RESEND_SENTENCES } from '../../../functions/webhooks/resend/resend-sentences.ts';
import { resendManyOn, webhooksOn } from '../../../functions/webhooks/wiring.ts';
import type { CommandResult } from '../command.ts';
import type { Target } from '../target.ts';
import { collect } from './many.ts';
import { countAndEuros, deliveryJson, deliveryLine, eurosOf, moreLine } from './text.ts';

// A list stops at this number of scanned events and prints a cursor.
const MAX_SCANNED = 10_000;

export type DeliveriesCommands = ReturnType<typeof deliveriesCommands>;

/** The commands of `npm run deliveries`, on the local service or a deployed stage. */
export function deliveriesCommands(target: Target) {
  const { client: dynamo, clock, outputs, transactionsTable: transactions } = target;
  const sqs = new SQSClient();
  const { findDeliveries: find } = webhooksOn({ dynamo, clock }, { transactions });
  // The command prints the outcome.
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const names = { transactions, merchants: outputs.MerchantsTable, deliveriesUrl: outputs.DeliveriesQueueUrl };
  const resends = resendManyOn({ dynamo, sqs, clock, logger }, names);
  const resendPart = resendMany(resends);

  async function everyPart(filter: DeliveryFilter, request: ResendManyRequest) {
    let [count, cents] = [0, 0];
    let cursor: string | undefined;
    do {
      const part = await resendPart(filter, { ...request, cursor });
      count += part.queued;
      cents += Math.round(part.euros * 100);
      cursor = part.cursor ?? undefined;
    } while (cursor !== undefined);
    return { count, euros: amountOf(cents) };
  }

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
      const lines = [
        ...deliveries.map(deliveryLine),
        countAndEuros({ count: deliveries.length, euros: eurosOf(deliveries) }),
      ];
      return { json, text: `${lines.join('\n')}\n${moreLine(page)}` };
    },

    async resendOne(transactionId: string, eventId: string, reason: ResendReason): Promise<CommandResult> {
      const outcome = await resends.resend({ transactionId, eventId, ...reason });
      const failed = outcome.kind !== 'resent' && outcome.kind !== 'in-progress';
      const which = hasResends(outcome) ? ` (${outcome.eventId}, resends: ${outcome.resends})` : '';
      return { json: { transactionId, ...outcome }, text: `${RESEND_SENTENCES[outcome.kind]}${which}\n`, failed };
    },

    /** Counts first and passes the count and the sum to `announce`, before anything is sent. */
    async resendMany(
      filter: DeliveryFilter,
      request: Pick<ResendManyRequest, 'who' | 'why' | 'dryRun' | 'refunded'>,
      announce: (text: string) => void,
    ): Promise<CommandResult> {
      const found = await everyPart(filter, { ...request, dryRun: true });
      announce(`to resend: ${countAndEuros(found)}\n`);
      if (request.dryRun) return { json: { found, dryRun: true }, text: 'dry run: nothing was sent\n' };
      const queued = await everyPart(filter, request);
      return { json: { found, dryRun: false, queued }, text: `queued: ${countAndEuros(queued)}\n` };
    },

    close: () => sqs.destroy(),
  };
}
