import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

// Long enough for a run over many messages, short enough for a second run after an interrupted one.
const HIDDEN_S = 300;

/** All messages of a dead-letter queue, ten at a time. A received message stays hidden for `HIDDEN_S`. */
export async function* batchesIn(sqs: SQSClient, queueUrl: string): AsyncGenerator<Message[]> {
  for (;;) {
    // A long poll queries every server of the queue, so an empty response means an empty queue.
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 2,
        VisibilityTimeout: HIDDEN_S,
      }),
    );
    if (Messages.length === 0) return;
    yield Messages;
  }
}

export async function deleteMessages(sqs: SQSClient, queueUrl: string, messages: readonly Message[]): Promise<void> {
  for (const batch of tens(messages)) {
    const Entries = batch.map(({ ReceiptHandle }, position) => ({ Id: String(position), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

/** Makes messages visible again immediately. */
export async function putBack(sqs: SQSClient, queueUrl: string, messages: readonly Message[]): Promise<void> {
  for (const batch of tens(messages)) {
    const Entries = batch.map(({ ReceiptHandle }, position) => ({
      Id: String(position),
      ReceiptHandle,
      VisibilityTimeout: 0,
    }));
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

/** In batches of ten, the limit of SQS. */
export function tens<Each>(all: readonly Each[]): Each[][] {
  return Array.from({ length: Math.ceil(all.length / 10) }, (_, part) => all.slice(part * 10, part * 10 + 10));
}
