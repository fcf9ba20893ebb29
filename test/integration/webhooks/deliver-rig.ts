import { setTimeout as sleep } from 'node:timers/promises';
import { GetItemCommand, PutItemCommand, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { type Attribute, fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import type { LogFields } from '../../../functions/runtime/logger.ts';
import { type DeliverDependencies, deliver } from '../../../functions/webhooks/deliver/deliver.ts';
import { webhookSender } from '../../../functions/webhooks/deliver/sender.ts';
import type { DeliveryMessage } from '../../../functions/webhooks/delivery-queue.ts';
import type { WebhookEndpoint } from '../../../functions/webhooks/endpoint/webhook-endpoint.ts';
import { type EventRecord, eventRecordOf } from '../../../functions/webhooks/event.ts';
import { newWebhookSecret } from '../../../functions/webhooks/signature.ts';
import { deliverOn } from '../../../functions/webhooks/wiring.ts';
import { startSqs } from '../../../lib/local/engines/sqs.ts';
import { rigTest } from '../../fixtures/rig-test.ts';
import { ACCOUNT, createTables, type Database, TABLES } from '../../support/created-tables.ts';
import { recordWith, settlementWith } from '../../support/webhook-records.ts';
import { authority } from '../../support/webhook-servers.ts';

export const TABLE = TABLES.transactions;
const QUEUES = { deliveries: 'deliveries', retries: 'delivery-retries' } as const;
type QueueName = keyof typeof QUEUES;

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** Of the file that runs. */
export let rig: Rig;

export const test = rigTest(async (database) => {
  rig = await startRig(database);
  return rig;
});

/** A real table, two real queues, and the consumer between them, as the service's stack wires them. */
export async function startRig({ client: dynamo }: Database) {
  const { sqs, ...queues } = await startQueues();
  await createTables(dynamo);
  const urls = { deliveries: await createQueue(sqs, 'deliveries'), retries: await createQueue(sqs, 'retries') };
  return {
    dynamo,
    sqs,
    urls,
    ...queues,
  };
}

/** Real queues, whose clock goes ahead of the machine's where a test would only wait for it. */
export async function startQueues() {
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const engine = await startSqs({ now });
  const sqs = new SQSClient({ ...ACCOUNT, endpoint: engine.endpoint });
  return {
    engine,
    sqs,
    now,
    /** Goes to when the next message may be received, and no further than `endMs`. */
    skipTo: (endMs: number) => {
      aheadMs += Math.max(Math.min(engine.nextDueMs() ?? endMs, endMs) - now(), 0);
      engine.clockMoved();
    },
    stop: async () => {
      sqs.destroy();
      await engine.stop();
    },
  };
}

async function createQueue(sqs: SQSClient, name: QueueName): Promise<string> {
  // Short, so that a message that was not handled is received again within a test.
  const Attributes = { VisibilityTimeout: '3' };
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: QUEUES[name], Attributes }));
  return QueueUrl ?? '';
}

/** A merchant's side that a test can change while deliveries run. */
export interface TestMerchant {
  endpoint: WebhookEndpoint | undefined;
  slowMarks: number[];
}

export function merchantAt(url: string): TestMerchant & { endpoint: WebhookEndpoint } {
  return { endpoint: { url, enabled: true, secrets: { current: newWebhookSecret() } }, slowMarks: [] };
}

export function dependenciesOf(rig: Rig, merchant: TestMerchant, changes: Partial<DeliverDependencies> = {}) {
  const lines: LogFields[] = [];
  const log = (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields });
  let attempts = 0;
  const clients = {
    dynamo: rig.dynamo,
    sqs: rig.sqs,
    clock: rig.now,
    keyring: () => Promise.reject(new Error('no secrets here')),
    send: webhookSender({ clock: rig.now, permitLoopback: true, extraAuthorities: [authority.ca] }),
    sleep: (ms: number) => sleep(ms),
    logger: { info: log, warn: log, error: log },
  };
  const dependencies: DeliverDependencies = {
    ...deliverOn(clients, { ...TABLES, retriesUrl: rig.urls.retries }),
    endpoints: {
      read: async () => merchant.endpoint,
      markSlow: async (_, untilMs) => void merchant.slowMarks.push(untilMs),
    },
    newAttemptId: () => `attempt${++attempts}`,
    ...changes,
  };
  return { dependencies, lines };
}

/**
 * Handles what a queue has within `waitS`, as the event source does: what did not fail is deleted. Answers how many
 * did.
 */
export async function handleOnce(rig: Rig, queue: QueueName, dependencies: DeliverDependencies, waitS = 0) {
  const QueueUrl = rig.urls[queue];
  const receive = () => rig.sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  const endMs = rig.now() + waitS * 1_000;
  let { Messages = [] } = await receive();
  while (Messages.length === 0 && rig.now() < endMs) {
    rig.skipTo(endMs);
    ({ Messages = [] } = await receive());
  }
  if (Messages.length === 0) return { received: 0, failed: 0 };
  const { batchItemFailures } = await deliver(eventOf(Messages, queue), rig.urls.retries, dependencies);
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  for (const { MessageId = '', ReceiptHandle } of Messages) {
    if (!failed.has(MessageId)) await rig.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  }
  return { received: Messages.length, failed: failed.size };
}

/** Handles both queues until the delivery has ended. */
export async function carryOut(rig: Rig, message: DeliveryMessage, dependencies: DeliverDependencies) {
  await sendTo(rig, 'deliveries', message);
  for (;;) {
    for (const queue of ['deliveries', 'retries'] as const) {
      await handleOnce(rig, queue, dependencies, queue === 'retries' ? 1 : 0);
      const delivery = deliveryIn(await readMain(rig, message.transactionId), message.eventId);
      if (delivery?.state !== 'pending') return delivery;
    }
  }
}

export function eventOf(messages: Message[], queue: QueueName): SQSEvent {
  return {
    Records: messages.map(({ MessageId, Body }) => ({
      messageId: MessageId ?? '',
      body: Body ?? '',
      eventSourceARN: `arn:aws:sqs:eu-west-1:000000000000:${QUEUES[queue]}`,
    })) as SQSEvent['Records'],
  };
}

export async function sendTo(rig: Rig, queue: QueueName, message: DeliveryMessage): Promise<void> {
  const MessageBody = JSON.stringify(message);
  await rig.sqs.send(new SendMessageCommand({ QueueUrl: rig.urls[queue], MessageBody }));
}

let made = 0;

/** Puts a settled transaction with one new event, due for the sweep, and answers the message the relay would send. */
export async function putEvent(rig: Rig, fields: Partial<EventRecord> = {}): Promise<DeliveryMessage> {
  const n = ++made;
  const record = recordWith({
    transactionId: `tx_${n}`,
    settlements: [settlementWith({ eventId: `evt_${n}` })],
    ...fields,
  });
  await putMain(rig, { ...record, dueAt: 1, shard: 3 });
  const { transactionId, merchantId, settlements } = record;
  return { transactionId, eventId: settlements.at(-1)?.eventId ?? '', series: 1, done: 0, merchantId };
}

export async function putMain(rig: Rig, item: object): Promise<void> {
  const Item = toAttributes({ ...(item as Record<string, Attribute>), item: 'main' });
  await rig.dynamo.send(new PutItemCommand({ TableName: TABLE, Item }));
}

/** What the settling write of a late payment does: status and event together. */
export async function settleLate(rig: Rig, transactionId: string, eventId: string): Promise<void> {
  await rig.dynamo.send(
    new UpdateItemCommand({
      TableName: TABLE,
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

/** The main item with its marks. */
export async function readMain(rig: Rig, transactionId: string) {
  const Key = toAttributes({ transactionId, item: 'main' });
  const { Item = {} } = await rig.dynamo.send(new GetItemCommand({ TableName: TABLE, Key, ConsistentRead: true }));
  const { dueAt, undeliveredKey } = fromAttributes(Item);
  return { record: eventRecordOf(Item), dueAt, undeliveredKey };
}

export function deliveryIn({ record }: { record: EventRecord }, eventId: string) {
  return record.settlements.find((settlement) => settlement.eventId === eventId)?.delivery;
}

/** Kept answers by their sort keys. */
export async function answersOf(rig: Rig, transactionId: string) {
  const { Items = [] } = await rig.dynamo.send(
    new QueryCommand({
      TableName: TABLE,
      KeyConditionExpression: 'transactionId = :id AND begins_with(#item, :answer)',
      ExpressionAttributeNames: { '#item': 'item' },
      ExpressionAttributeValues: toAttributes({ ':id': transactionId, ':answer': 'answer#' }),
    }),
  );
  return Object.fromEntries(Items.map((item) => [item.item?.S, item.answer?.S]));
}
