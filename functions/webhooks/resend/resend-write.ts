import { DELIVERY_STALLED_MS } from '../../payments/times.ts';
import type { Delivery } from '../../payments/transaction.ts';
import type { EventRecord } from '../event.ts';
import { type DeliveryWrite, WriteParts } from '../write-parts.ts';

/**
 * The update of the main item that begins the next series of the newest settlement: nothing done, due for the sweep in
 * case the message is lost, and no longer among the undelivered. Only if the delivery is as `record` shows it and no
 * settlement was added, so that of two resends at once one is made, and none of an event that has been overtaken.
 */
export function resendWrite(record: EventRecord, resentAt: number): DeliveryWrite {
  const index = record.settlements.length - 1;
  const settlement = record.settlements[index];
  if (!settlement) throw new Error('resend: a transaction without an event');
  const { series, state, done } = settlement.delivery;
  const path = `#settlements[${index}].#delivery`;
  const write = new WriteParts();
  write.names('settlements', 'eventId', 'delivery', 'series', 'state', 'done', 'dueAt', 'undeliveredKey');
  write.require('size(#settlements) = :count', { count: record.settlements.length });
  write.require(`#settlements[${index}].#eventId = :eventId`, { eventId: settlement.eventId });
  write.require(`${path}.#series = :series`, { series });
  write.require(`${path}.#state = :state`, { state });
  write.require(`${path}.#done = :done`, { done });
  const next: Delivery = { state: 'pending', series: series + 1, done: 0, attempts: [], resentAt };
  write.set(`${path} = :next`, { next });
  write.set('#dueAt = :dueAt', { dueAt: resentAt + DELIVERY_STALLED_MS });
  write.remove('#undeliveredKey');
  return write.done();
}
