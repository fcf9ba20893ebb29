import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { sqs } from '../../runtime/sqs.ts';
import type { SendPoll } from './poll.ts';

/** Sends to the queue `bank-polls`. */
export function pollQueue(QueueUrl: string): SendPoll {
  return async (message, DelaySeconds) => {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds }));
  };
}
