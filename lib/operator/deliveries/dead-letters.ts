import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

// Long enough for a run over many, short enough for the next one when this is broken off.
const HIDDEN_S = 300;

/** Everything in a queue that nothing consumes, ten at a time; what is received stays hidden for five minutes. */
export async function* batchesIn(sqs: SQSClient, queueUrl: string): AsyncGenerator<Message[]> {
  for (;;) {
    // A long poll asks every server of the queue, so that an empty answer means an empty queue.
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

/** Shows messages again at once that were only looked at. */
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

/** In parts of ten, as many as SQS takes in one call. */
export function tens<Each>(all: readonly Each[]): Each[][] {
  return Array.from({ length: Math.ceil(all.length / 10) }, (_, part) => all.slice(part * 10, part * 10 + 10));
}
