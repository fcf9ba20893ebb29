import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { type DeliveryQueue, queueDelayS, type RetryQueue } from './delivery-queue.ts';

/**
 * Sends one message with a delay. The merchant id is the message group on every send: on a standard queue it orders
 * nothing, but lets SQS serve the other merchants first when one has many messages in flight (fair queues).
 */
export function retryQueue(client: SQSClient, queueUrl: string): RetryQueue {
  return {
    async send(message, delayMs) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: JSON.stringify(message),
          MessageGroupId: message.merchantId,
          DelaySeconds: queueDelayS(delayMs),
        }),
      );
    },
  };
}

/** Sends first messages, with the same message group. Throws when the call fails. */
export function deliveryQueue(client: SQSClient, queueUrl: string): DeliveryQueue {
  return {
    async sendBatch(messages) {
      const { Failed } = await client.send(
        new SendMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: messages.map((message, position) => ({
            Id: String(position),
            MessageBody: JSON.stringify(message),
            MessageGroupId: message.merchantId,
          })),
        }),
      );
      return (Failed ?? []).map(({ Id }) => Number(Id));
    },
  };
}
