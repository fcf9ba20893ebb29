import { SQSClient } from '@aws-sdk/client-sqs';
import { noLogger } from './no-logger.ts';
import { Sha256 } from './sha256.ts';
import { sparing } from './sparing.ts';

/** One client per execution environment; see `dynamo.ts`. */
export const sqs = sparing(new SQSClient({ maxAttempts: 3, logger: noLogger, sha256: Sha256, cacheMiddleware: true }));
