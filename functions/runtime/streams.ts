import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';

/** For reading a stream's records directly, without an event source mapping. */
export const streams = new DynamoDBStreamsClient({ maxAttempts: 3 });
