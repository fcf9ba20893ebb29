import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { BATCH_SIZE } from './delivery-queue.ts';

export interface Sent {
  body: string;
  groupId: string;
  delayS: number;
}

interface Waiting extends Sent {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Sends that are asked for in the same turn of the event loop travel together, ten in a call, each with a delay of its own.
 * Each resolves when the queue has taken it and rejects when it has not; one that is refused fails no other.
 */
export function gatheredSends(client: SQSClient, queueUrl: string): (message: Sent) => Promise<void> {
  let waiting: Waiting[] = [];
  const flush = () => {
    const messages = waiting;
    waiting = [];
    for (let start = 0; start < messages.length; start += BATCH_SIZE) {
      void sendTogether(client, queueUrl, messages.slice(start, start + BATCH_SIZE));
    }
  };
  return (message) =>
    new Promise((resolve, reject) => {
      // After all that has come in is looked at: what waited for the same read goes on only then.
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ ...message, resolve, reject });
    });
}

/** Never rejects. */
async function sendTogether(client: SQSClient, QueueUrl: string, messages: readonly Waiting[]): Promise<void> {
  const Entries = messages.map(({ body, groupId, delayS }, position) => ({
    Id: String(position),
    MessageBody: body,
    MessageGroupId: groupId,
    DelaySeconds: delayS,
  }));
  try {
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    const refused = new Map(Failed.map(({ Id, Code }) => [Number(Id), Code]));
    for (const [position, { resolve, reject }] of messages.entries()) {
      if (refused.has(position)) reject(new Error(`the queue refused a message: ${refused.get(position)}`));
      else resolve();
    }
  } catch (error) {
    for (const { reject } of messages) reject(error);
  }
}
