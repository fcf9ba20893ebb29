import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * For the SDK's clients. Their own silent logger has methods that do nothing, and what they would be told (each answer
 * with its secrets masked) is made ready first: two thirds of the processor time of a BatchGetItem of twenty items.
 * Where the methods are missing, it is not.
 */
export const noLogger = {} as NonNullable<DynamoDBClientConfig['logger']>;
