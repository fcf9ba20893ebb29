import { type DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { DELIVERY_STALLED_MS } from '../../payments/times.ts';
import type { Delivery } from '../../payments/transaction.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { type DeliveryWrite, WriteParts } from '../deliveries.ts';
import type { EventRecord } from '../event.ts';
import { previousSeriesItem, type ResendReason } from './previous-series.ts';

/**
 * Begins the next series of the newest event and stores the previous one in the same write; `raced` when it changed
 * since the read.
 */
export type BeginSeries = (
  record: EventRecord,
  resend: ResendReason & { resentAt: number },
) => Promise<'begun' | 'raced'>;

export function beginSeriesIn(client: DynamoDBClient, tableName: string): BeginSeries {
  return async (record, resend) => {
    const settlement = record.settlements.at(-1);
    if (!settlement) throw new Error('resend: a transaction without an event');
    const { update, condition, names, values } = resendWrite(record, resend.resentAt);
    const Update = {
      TableName: tableName,
      Key: toAttributes({ transactionId: record.transactionId, item: MAIN_ITEM }),
      UpdateExpression: update,
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: toAttributes(values),
    };
    const Put = { TableName: tableName, Item: toAttributes(previousSeriesItem(record, settlement, resend)) };
    try {
      // The SDK gives the call a token, so that its own repeat after a lost answer is not made twice.
      await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }, { Put }] }));
      return 'begun';
    } catch (error) {
      // What another write changed is for the caller to read.
      if (isOvertaken(error)) return 'raced';
      throw error;
    }
  };
}

/**
 * The update of the main item that begins the next series of the newest settlement: nothing done, due for the sweep in
 * case the message is lost, and no longer among the undelivered. Only if the delivery is as `record` shows it and no
 * settlement was added, so that of two concurrent resends one is made, and none of a superseded event.
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
