import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Names of the operations a client has sent, in order. */
export type SeenOperations = string[];

/** Records the operations sent, by the SDK's own middleware: `Query`, `UpdateItem` and so on. */
export function seeOperations(client: DynamoDBClient): SeenOperations {
  const seen: SeenOperations = [];
  client.middlewareStack.add(
    (next, context) => async (args) => {
      seen.push(String(context.commandName).replace(/Command$/, ''));
      return next(args);
    },
    { step: 'initialize' },
  );
  return seen;
}
