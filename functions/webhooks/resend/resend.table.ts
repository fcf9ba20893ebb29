import { type DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
import { havingSize, removing, setting, type Update, updateOf, where } from '../../dynamo/update.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { DELIVERY_STALLED_MS } from '../../payments/times.ts';
import type { Delivery } from '../../payments/transaction.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { ofDelivery } from '../deliveries.ts';
import type { EventRecord, EventSettlement } from '../event.ts';
import { type ResendReason, resendRecordItem } from './resend-record.ts';

/**
 * Begins the delivery of the newest event anew and stores how it was in the same write; `raced` when it changed
 * since the read.
 */
export type RecordResend = (
  record: EventRecord,
  resend: ResendReason & { resentAt: number },
) => Promise<'begun' | 'raced'>;

export function recordResendIn(client: DynamoDBClient, tableName: string): RecordResend {
  return async (record, resend) => {
    const settlement = record.settlements.at(-1);
    if (!settlement) throw new Error('resend: a transaction without an event');
    const Update = {
      TableName: tableName,
      Key: toAttributes({ transactionId: record.transactionId, item: MAIN_ITEM }),
      ...resendWrite(record, settlement, resend.resentAt),
    };
    const Put = { TableName: tableName, Item: toAttributes(resendRecordItem(record, settlement, resend)) };
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
 * The update of the main item that begins the delivery of the newest settlement anew: nothing done, due for the sweep in
 * case the message is lost, and no longer among the undelivered. Only if the delivery is as `record` shows it and no
 * settlement was added, so that of two concurrent resends one is made, and none of a superseded event.
 */
function resendWrite({ settlements }: EventRecord, { eventId, delivery }: EventSettlement, resentAt: number): Update {
  const index = settlements.length - 1;
  const { resends, state, done } = delivery;
  const next: Delivery = { state: 'pending', resends: resends + 1, done: 0, attempts: [], resentAt };
  return updateOf(
    setting({ [`settlements[${index}].delivery`]: next, dueAt: resentAt + DELIVERY_STALLED_MS }),
    removing('undelivered', 'undeliveredKey'),
    where({ [`settlements[${index}].eventId`]: eventId, ...ofDelivery({ index }, { resends, state, done }) }),
    havingSize('settlements', settlements.length),
  );
}
