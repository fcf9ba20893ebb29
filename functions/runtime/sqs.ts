import { SQSClient } from '@aws-sdk/client-sqs';

/** One client per execution environment; see `dynamo.ts`. */
export const sqs = new SQSClient({ maxAttempts: 3 });
