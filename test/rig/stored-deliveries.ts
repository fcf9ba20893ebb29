import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { shardOf, TRANSACTION_INDEXES } from '../../functions/payments/tables.ts';
import { type Attribute, fromAttributes, toAttributes } from '../../functions/runtime/attributes.ts';
import { MINUTE_MS } from '../../functions/runtime/durations.ts';
import type { DeliverDependencies } from '../../functions/webhooks/deliver/deliver.ts';
import type { DeliveryMessage } from '../../functions/webhooks/delivery-queue.ts';
import { type EventRecord, eventRecordOf } from '../../functions/webhooks/event.ts';
import { handleOnce, sendTo } from './deliveries.ts';
import { rig } from './queues.ts';
import { itemsWith, storedItem } from './stored-payments.ts';
import { TABLES } from './tables.ts';
import { transactionWith } from './transactions.ts';
import { deliveryWith, recordWith, SETTLED_AT, settlementWith } from './webhook-records.ts';

let made = 0;

/** Puts a settled transaction with one new event, due for the sweep, and answers the message the relay would send. */
export async function putEvent(fields: Partial<EventRecord> = {}): Promise<DeliveryMessage> {
  const n = ++made;
  const record = recordWith({
    transactionId: `tx_${n}`,
    settlements: [settlementWith({ eventId: `evt_${n}` })],
    ...fields,
  });
  await putMain({ ...record, dueAt: 1, shard: 3 });
  const { transactionId, merchantId, settlements } = record;
  return { transactionId, eventId: settlements.at(-1)?.eventId ?? '', resends: 0, done: 0, merchantId };
}

export async function putMain(item: object): Promise<void> {
  const Item = toAttributes({ ...(item as Record<string, Attribute>), item: 'main' });
  await rig.dynamo.send(new PutItemCommand({ TableName: TABLES.transactions, Item }));
}

/** The main item with its marks. */
export async function readMain(transactionId: string) {
  const item = await storedItem({ client: rig.dynamo }, transactionId);
  const { dueAt, undeliveredKey } = fromAttributes(item);
  return { record: eventRecordOf(item), dueAt, undeliveredKey };
}

export function deliveryIn({ record }: { record: EventRecord }, eventId: string) {
  return record.settlements.find((settlement) => settlement.eventId === eventId)?.delivery;
}

/** Stored answers by their sort keys. */
export async function answersOf(transactionId: string) {
  const items = await itemsWith({ client: rig.dynamo }, transactionId, 'answer#');
  return Object.fromEntries(items.map((item) => [item.item?.S, item.answer?.S]));
}

type SettlementFields = Parameters<typeof settlementWith>[0];

/** Puts a paid transaction with one event, as the settling write leaves it, and answers its id and the event's. */
export async function putPaid(
  delivery: Parameters<typeof deliveryWith>[0] = {},
  fields: {
    merchantId?: string;
    settledAt?: number;
    settlements?: SettlementFields[];
    undeliveredKey?: string;
    undelivered?: string;
  } = {},
) {
  const { settledAt = SETTLED_AT, settlements: given, ...rest } = fields;
  const transactionId = newTransactionId();
  const eventId = `evt_${transactionId.slice(3)}`;
  const settlements = given?.map(settlementWith) ?? [
    settlementWith({ eventId, settledAt, delivery: deliveryWith(delivery) }),
  ];
  const main = { ...transactionWith({ transactionId, status: 'paid', createdAt: settledAt }), paymentMethod: 'MBWAY' };
  const item = { ...main, settlements, dueAt: settledAt + 5 * MINUTE_MS, shard: shardOf(transactionId), ...rest };
  await putMain(item);
  return { transactionId, eventId: settlements.at(-1)?.eventId ?? eventId };
}

/** Names of the indexes that the main item is in: those whose two keys it has. */
export async function indexesOf(transactionId: string): Promise<string[]> {
  const item = await storedItem({ client: rig.dynamo }, transactionId);
  const indexes = Object.entries(TRANSACTION_INDEXES);
  return indexes.filter(([, keys]) => keys.partitionKey in item && keys.sortKey in item).map(([name]) => name);
}

/** What the settling write of a late payment does: status and event together. */
export async function settleLate(transactionId: string, eventId: string): Promise<void> {
  await rig.dynamo.send(
    new UpdateItemCommand({
      TableName: TABLES.transactions,
      Key: toAttributes({ transactionId, item: 'main' }),
      UpdateExpression: 'SET #status = :paid, settlements = list_append(settlements, :added), dueAt = :due',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: toAttributes({
        ':paid': 'paid',
        ':added': [settlementWith({ eventId }) as unknown as Attribute],
        ':due': 2,
      }),
    }),
  );
}

/** Handles both queues until the delivery has ended. */
export async function carryOut(message: DeliveryMessage, dependencies: DeliverDependencies) {
  await sendTo('deliveries', message);
  for (;;) {
    for (const queue of ['deliveries', 'retries'] as const) {
      await handleOnce(queue, dependencies, queue === 'retries' ? 1 : 0);
      const delivery = deliveryIn(await readMain(message.transactionId), message.eventId);
      if (delivery?.state !== 'pending') return delivery;
    }
  }
}
