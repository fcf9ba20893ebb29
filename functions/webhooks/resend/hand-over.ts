import { stalledStep } from '../../payments/stalled-delivery.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Deliveries } from '../deliveries.ts';
import type { DeliveryMessage, DeliveryQueue } from '../delivery-queue.ts';
import type { EventRecord, EventSettlement } from '../event.ts';
import type { DeliveryTarget } from '../plan.ts';

export interface HandOverDependencies {
  deliveries: Pick<Deliveries, 'write'>;
  queue: DeliveryQueue;
  clock: Clock;
  logger: Logger;
}

export type HandOver = (record: EventRecord, settlement: EventSettlement) => Promise<void>;

/**
 * Recovers a stalled delivery (invariant 3): ends one that a newer event has superseded, re-queues the others, and
 * gives up after `GIVE_UP_AFTER_DAYS` (`payments/stalled-delivery.ts`). Throws when the queue does not accept the message;
 * nothing has changed then.
 */
export function handOver(dependencies: HandOverDependencies): HandOver {
  const { deliveries, queue, clock, logger } = dependencies;
  return async (record, settlement) => {
    const { target, message, isNewest } = situationOf(record, settlement);
    const { transactionId, eventId } = target;
    const { requestId } = settlement;
    const fields = {
      transactionId,
      eventId,
      merchantId: record.merchantId,
      ...(requestId !== undefined && { requestId }),
    };
    if (!isNewest) {
      const written = await deliveries.write({ kind: 'end', target, state: 'superseded' }, record);
      logger.info('delivery superseded', { ...fields, written });
      return;
    }
    const step = stalledStep(settlement, clock());
    if (step.kind === 'wait') return;
    if (step.kind === 'give-up') {
      const { done } = settlement.delivery;
      if ((await deliveries.write({ kind: 'give-up', target, done }, record)) === 'raced') return;
      logger.error('delivery given up', { ...fields, attempts: done });
      return;
    }
    // Sent first: a crash before the write costs an extra message, which the record absorbs. The other order would
    // count a re-queue that was never sent.
    await sendOne(queue, message);
    const written = await deliveries.write({ kind: 're-queue', target, requeues: step.requeues }, record);
    logger.warn('delivery re-queued', { ...fields, requeues: step.requeues.count, written });
  };
}

function situationOf(record: EventRecord, { eventId, requestId, delivery: { resends, done } }: EventSettlement) {
  const { transactionId, merchantId, settlements } = record;
  const index = settlements.findIndex((settlement) => settlement.eventId === eventId);
  const target: DeliveryTarget = { transactionId, index, eventId, resends };
  const message: DeliveryMessage = { transactionId, eventId, resends, done, merchantId, requestId };
  return { target, message, isNewest: index === settlements.length - 1 };
}

/** Sends one message; throws when the queue does not accept it. */
export async function sendOne(queue: DeliveryQueue, message: DeliveryMessage): Promise<void> {
  const refused = await queue.sendBatch([message]);
  if (refused.length > 0) throw new Error('the delivery queue did not take the message');
}
