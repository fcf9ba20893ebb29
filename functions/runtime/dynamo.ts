import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * One client per execution environment. Its endpoint comes from the environment: `AWS_ENDPOINT_URL_DYNAMODB` on one
 * machine, else AWS's. Each client has its own file, so that a bundle contains only the clients that its function uses.
 */
export const dynamo = new DynamoDBClient({ maxAttempts: 3 });
// It copies every answer for a log that we do not write: a fifth of the time of a large query.
dynamo.middlewareStack.remove('loggerMiddleware');
