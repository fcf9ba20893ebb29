import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { Sha256 } from './sha256.ts';

/** Reads the records of a table's stream by itself; mappings do so for the functions that follow a stream. */
export const streams = new DynamoDBStreamsClient({ maxAttempts: 3, sha256: Sha256 });
