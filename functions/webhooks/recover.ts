import { stalledStep } from '../payments/stalled-delivery.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Deliveries } from './deliveries.ts';
import { type DeliveryQueue, messageOf, sendOne } from './delivery-queue.ts';
import type { EventRecord, EventSettlement } from './event.ts';

export interface RecoverDependencies {
  deliveries: Pick<Deliveries, 'write'>;
  queue: DeliveryQueue;
  clock: Clock;
  logger: Logger;
}

export type RecoverDelivery = (record: EventRecord, settlement: EventSettlement) => Promise<void>;

/**
 * Recovers a stalled delivery (invariant 3): ends one that a newer event has superseded, re-queues the others, and
 * gives up after `GIVE_UP_AFTER_DAYS` (`payments/stalled-delivery.ts`). Throws when the queue does not accept the message;
 * nothing has changed then.
 */
export function recoverDelivery(dependencies: RecoverDependencies): RecoverDelivery {
  const { deliveries, queue, clock, logger } = dependencies;
  return async (record, settlement) => {
    const { transactionId, settlements } = record;
    const { eventId, requestId, delivery } = settlement;
    const index = settlements.findIndex((each) => each.eventId === eventId);
    const target = { transactionId, index, eventId, resends: delivery.resends };
    const fields = { transactionId, eventId, merchantId: record.merchantId, requestId };
    if (index < settlements.length - 1) {
      const written = await deliveries.write({ kind: 'end', target, state: 'superseded' }, record);
      logger.info('delivery superseded', { ...fields, written });
      return;
    }
    const step = stalledStep(settlement, clock());
    if (step.kind === 'wait') return;
    if (step.kind === 'give-up') {
      const { done } = delivery;
      if ((await deliveries.write({ kind: 'give-up', target, done }, record)) === 'raced') return;
      logger.error('delivery given up', { ...fields, attempts: done });
      return;
    }
    // Sent first: a crash before the write costs an extra message, which the record absorbs. The other order would
    // count a re-queue that was never sent.
    await sendOne(queue, messageOf(record, settlement));
    const written = await deliveries.write({ kind: 're-queue', target, requeues: step.requeues }, record);
    logger.warn('delivery re-queued', { ...fields, requeues: step.requeues.count, written });
  };
}
