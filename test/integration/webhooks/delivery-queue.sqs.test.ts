import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect } from 'vitest';
import { deliveryQueue, retryQueue } from '../../../functions/webhooks/delivery-queue.sqs.ts';
import { type DeliveryMessage, parseMessage } from '../../../functions/webhooks/delivery-queue.ts';
import { test as it, rig } from '../../rig/queues.ts';

const message = (n: number): DeliveryMessage => ({
  transactionId: `tx_${n}`,
  eventId: `evt_${n}`,
  resends: 0,
  done: 0,
  merchantId: `mer_${n % 2}`,
});

async function receive(queue: 'deliveries' | 'retries', waitS: number) {
  const { Messages = [] } = await rig.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: rig.urls[queue],
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: waitS,
      MessageSystemAttributeNames: ['MessageGroupId', 'SentTimestamp'],
    }),
  );
  return Messages;
}

describe('messages', () => {
  it('are sent in batches of ten, each in the group of its merchant', async () => {
    const messages = Array.from({ length: 10 }, (_, n) => message(n));
    expect(await deliveryQueue(rig.sqs, rig.urls.deliveries).sendBatch(messages)).toEqual([]);
    const received = await receive('deliveries', 2);
    expect(received.map(({ Body }) => parseMessage(Body ?? '').transactionId).sort()).toEqual(
      messages.map(({ transactionId }) => transactionId).sort(),
    );
    for (const { Body, Attributes } of received) {
      expect(Attributes?.MessageGroupId).toBe(parseMessage(Body ?? '').merchantId);
    }
  });

  it('for a retry that the queue refuses are an error', async () => {
    // SQS refuses a message for a character that XML does not know.
    const refused = { ...message(3), transactionId: 'tx_\uFFFE' };
    await expect(retryQueue(rig.sqs, rig.urls.retries).send(refused, 0)).rejects.toThrow();
  });
});
