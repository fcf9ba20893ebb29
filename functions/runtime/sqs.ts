import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** One client per execution environment; see `dynamo.ts`. */
export const sqs = new SQSClient({ maxAttempts: 3 });

/** Sends a message as JSON, to be received after `DelaySeconds`. */
export async function sendJson(QueueUrl: string, message: object, DelaySeconds: number): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds }));
}
