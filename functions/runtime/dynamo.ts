import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * One client per execution environment. Where it connects comes from the environment (`AWS_ENDPOINT_URL_DYNAMODB` on
 * one machine, AWS's own endpoint otherwise), so product code knows no difference. Each client has a file of its own, so
 * that a bundle holds only what its function calls.
 */
export const dynamo = new DynamoDBClient({ maxAttempts: 3 });
