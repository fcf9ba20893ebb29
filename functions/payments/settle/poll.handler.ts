import type { SQSHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { parseEnvironment } from '../../runtime/environment.ts';
import { beginRequest, errorFields } from '../../runtime/logger.ts';
import { bankingEnvironment } from '../banking-environment.ts';
import { bankingOn } from '../wiring.ts';
import { poll, readPollMessage } from './poll.ts';
import { pollQueue } from './poll-queue.sqs.ts';

const { POLLS_QUEUE_URL } = parseEnvironment({ POLLS_QUEUE_URL: z.string() });
const dependencies = { ...bankingOn(...bankingEnvironment()), sendPoll: pollQueue(POLLS_QUEUE_URL) };

/** Polls live pushes of providers that do not notify every end (queue `bank-polls`). */
export const handler: SQSHandler = async ({ Records }, { awsRequestId }) => {
  beginRequest(awsRequestId);
  const outcomes = await Promise.allSettled(Records.map(async ({ body }) => poll(dependencies, readPollMessage(body))));
  const failed = Records.filter((_, index) => outcomes[index]?.status === 'rejected');
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') dependencies.logger.warn('poll message failed', errorFields(outcome.reason));
  }
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};
