import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';

/** Reads the records of a table's stream by itself; mappings do so for the functions that follow a stream. */
export const streams = new DynamoDBStreamsClient({ maxAttempts: 3 });
