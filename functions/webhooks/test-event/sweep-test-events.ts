import type { Attributes } from '../../runtime/attributes.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Deliveries } from '../deliveries.ts';
import { TEST_SHARD } from '../event-kind.ts';
import type { HandOver } from '../resend/hand-over.ts';

const PAGE = 25;

export interface SweepTestEventsDependencies {
  /** A page of the index `due` (`payments/transactions.table.ts`). */
  due(
    shard: number,
    nowMs: number,
    limit: number,
    after?: Attributes,
  ): Promise<{ transactionIds: string[]; after: Attributes | undefined }>;
  deliveries: Pick<Deliveries, 'read'>;
  handOver: HandOver;
  clock: Clock;
  logger: Logger;
}

/**
 * The sweep's part for test events (decision D11): one whose message was lost is re-queued like any event, and one that
 * cannot be is given up. There are few, so what is not yet stalled is read again in a minute. Returns when all due ones
 * are processed or at `deadlineMs` (milliseconds since the epoch); never throws for a single event.
 */
export function sweepTestEvents({ due, deliveries, handOver, clock, logger }: SweepTestEventsDependencies) {
  const checkAt = async (transactionId: string): Promise<void> => {
    try {
      const record = await deliveries.read(transactionId, 'strong');
      const settlement = record?.settlements.find(({ delivery }) => delivery.state === 'pending');
      if (record && settlement) await handOver(record, settlement);
    } catch (error) {
      logger.error('test event sweep failed', { transactionId, ...errorFields(error) });
    }
  };
  return async (deadlineMs: number): Promise<void> => {
    let after: Attributes | undefined;
    while (clock() < deadlineMs) {
      const page = await due(TEST_SHARD, clock(), PAGE, after);
      await Promise.all(page.transactionIds.map(checkAt));
      after = page.after;
      if (!after) return;
    }
  };
}
