import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { type DeliverDependencies, deliver } from '../../functions/webhooks/deliver/deliver.ts';
import type { DeliveryMessage } from '../../functions/webhooks/delivery-queue.ts';
import type { WebhookEndpoint } from '../../functions/webhooks/endpoint/webhook-endpoint.ts';
import { newWebhookSecret } from '../../functions/webhooks/signature.ts';
import { deliverOn, senderOn } from '../../functions/webhooks/wiring.ts';
import { authority } from '../support/network/webhook-servers.ts';
import { QUEUES, type QueueName, rig } from './queues.ts';
import { TABLES } from './tables.ts';
import { recordingLogger } from './wired.ts';

/** A merchant's side that a test can change while deliveries run. */
export interface TestMerchant {
  endpoint: WebhookEndpoint | undefined;
  slowMarks: number[];
}

export function merchantAt(url = 'https://shop.example/hook'): TestMerchant & { endpoint: WebhookEndpoint } {
  return { endpoint: { url, enabled: true, secrets: { current: newWebhookSecret() } }, slowMarks: [] };
}

export function dependenciesOf(merchant: TestMerchant, changes: Partial<DeliverDependencies> = {}) {
  const { logger, lines } = recordingLogger();
  let attempts = 0;
  const clients = {
    dynamo: rig.dynamo,
    sqs: rig.sqs,
    clock: rig.now,
    keyring: () => Promise.reject(new Error('no secrets here')),
    send: senderOn({ clock: rig.now }, { permitLoopback: true, extraAuthorities: [authority.ca] }),
    sleep: async (ms: number) => rig.advance(ms),
    logger,
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
export async function handleOnce(queue: QueueName, dependencies: DeliverDependencies, waitS = 0) {
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

export function eventOf(messages: Message[], queue: QueueName): SQSEvent {
  return {
    Records: messages.map(({ MessageId, Body }) => ({
      messageId: MessageId ?? '',
      body: Body ?? '',
      eventSourceARN: `arn:aws:sqs:eu-west-1:000000000000:${QUEUES[queue]}`,
    })) as SQSEvent['Records'],
  };
}

export async function sendTo(queue: QueueName, message: DeliveryMessage): Promise<void> {
  const MessageBody = JSON.stringify(message);
  await rig.sqs.send(new SendMessageCommand({ QueueUrl: rig.urls[queue], MessageBody }));
}
