import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { eventually } from '../../support/eventually.ts';
import { nowOf, type Shop, type Stage } from './stage.ts';
import { clientOptions, type Item, readItem, writeItem } from './tables.ts';

/** Puts a message of this form into the queue whose address is an output of the service's stack. */
export async function send(stage: Stage, output: string, message: unknown): Promise<void> {
  const client = new SQSClient(clientOptions(stage, 'SQS'));
  const QueueUrl = stage.service.file('host.json').outputs[output];
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  client.destroy();
}

/** Dead letters of each queue that `npm run deliveries -- redrive` reads, and one that it cannot. */
export async function loseMessages(stage: Stage, merchantId: string, transactionId: string): Promise<void> {
  const message = { transactionId, eventId: 'evt_none', series: 1, done: 0, merchantId };
  await send(stage, 'DeliveriesDeadLettersUrl', message);
  await send(stage, 'DeliveriesDeadLettersUrl', { transactionId });
  await send(stage, 'RetriesDeadLettersUrl', message);
  await send(stage, 'UnrelayedRecordsUrl', { DDBStreamBatchInfo: { shardId: 'shard' } });
}

interface Settled {
  settlements: [Settlement];
}

interface Settlement {
  eventId: string;
  requestId: string;
  delivery: { state: string; series: number; done: number; attempts: { outcome: string }[] };
}

/** A delivery whose message is lost: the sweep hands it over again, unless it has done so too often already. */
export async function stall(stage: Stage, transactionId: string, vain: number): Promise<void> {
  const item = (await readItem(stage, 'Transactions', { transactionId, item: 'main' })) as Item & Settled;
  const at = Date.parse(await nowOf(stage));
  const requeues = vain > 0 ? { requeues: { count: vain, done: 0, at } } : {};
  item.settlements[0].delivery = { state: 'pending', series: 1, done: 0, attempts: [], ...requeues };
  await writeItem(stage, 'Transactions', { ...item, shard: transactionId.charCodeAt(26) % 8, dueAt: at });
}

/**
 * Begins the delivery of the transaction's first event anew, by a message; answers the delivery once `isDone` holds.
 */
export async function deliverAgain(
  stage: Stage,
  { merchantId }: Shop,
  transactionId: string,
  isDone: (delivery: Settlement['delivery']) => boolean,
): Promise<void> {
  const key = { transactionId, item: 'main' };
  const item = (await readItem(stage, 'Transactions', key)) as Item & Settled;
  const [settlement] = item.settlements;
  settlement.delivery = { state: 'pending', series: 1, done: 0, attempts: [] };
  await writeItem(stage, 'Transactions', { ...item, dueAt: Date.now() * 2 });
  const { eventId, requestId } = settlement;
  const message = { transactionId, eventId, series: 1, done: 0, merchantId, requestId };
  await send(stage, 'DeliveriesQueueUrl', message);
  stage.met.names('message of the queues of deliveries', Object.keys(message));
  await eventually(async () => {
    const { settlements } = (await readItem(stage, 'Transactions', key)) as Partial<Settled>;
    return settlements !== undefined && isDone(settlements[0].delivery);
  });
}
