import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Messages that wait in these queues, as SQS estimates them; those being read at this moment are left out. */
export function deadLettersIn(sqs: SQSClient, queueUrls: readonly string[]) {
  return async (): Promise<number> => {
    const counts = await Promise.all(
      queueUrls.map(async (QueueUrl) => {
        const AttributeNames = ['ApproximateNumberOfMessages' as const];
        const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
        return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
}
