import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { noLogger } from './no-logger.ts';
import { Sha256 } from './sha256.ts';
import { sparing } from './sparing.ts';

/**
 * One client per execution environment. Where it connects comes from the environment (`AWS_ENDPOINT_URL_DYNAMODB` on
 * one machine, AWS's own endpoint otherwise), so product code knows no difference. Each client has a file of its own, so
 * that a bundle holds only what its function calls. `cacheMiddleware` keeps the chain of each command, which the SDK
 * would otherwise put together anew for every call; no call of ours adds to it.
 */
export const dynamo = sparing(
  new DynamoDBClient({ maxAttempts: 3, logger: noLogger, sha256: Sha256, cacheMiddleware: true }),
);
