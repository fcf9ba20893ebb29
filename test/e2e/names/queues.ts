import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { eventually, type Shop, type Stage } from './stage.ts';
import { clientOptions, type Item, readItem, writeItem } from './tables.ts';

/** Puts a message of this form into the queue whose address is an output of the service's stack. */
export async function send(stage: Stage, output: string, message: unknown): Promise<void> {
  const client = new SQSClient(clientOptions(stage, 'SQS'));
  const QueueUrl = stage.service.file('host.json').outputs[output];
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  client.destroy();
}

interface Settlement {
  eventId: string;
  delivery: { state: string; series: number; done: number; attempts: { outcome: string }[] };
}

/** Begins the delivery of the transaction's first event anew, by a message; answers the delivery once `isDone` holds. */
export async function deliverAgain(
  stage: Stage,
  { merchantId }: Shop,
  transactionId: string,
  isDone: (delivery: Settlement['delivery']) => boolean,
): Promise<void> {
  const key = { transactionId, item: 'main' };
  const item = (await readItem(stage, 'Transactions', key)) as Item & { settlements: [Settlement] };
  const [settlement] = item.settlements;
  settlement.delivery = { state: 'pending', series: 1, done: 0, attempts: [] };
  await writeItem(stage, 'Transactions', { ...item, dueAt: Date.now() * 2 });
  const message = { transactionId, eventId: settlement.eventId, series: 1, done: 0, merchantId };
  await send(stage, 'DeliveriesQueueUrl', message);
  stage.met.names('message of the queues of deliveries', Object.keys(message));
  await eventually(async () => {
    const { settlements } = (await readItem(stage, 'Transactions', key)) as { settlements?: [Settlement] };
    return settlements !== undefined && isDone(settlements[0].delivery);
  });
}
