import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * For the SDK's clients. Their own silent logger has methods that do nothing, and what they would be told (each answer
 * with its secrets masked) is made ready first: two thirds of the processor time of a BatchGetItem of twenty items.
 * Where the methods are missing, it is not. `debug` is told fixed sentences only, and not every caller looks first.
 */
export const noLogger = { debug: () => undefined } as unknown as NonNullable<DynamoDBClientConfig['logger']>;
