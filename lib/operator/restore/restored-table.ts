import { DescribeTableCommand, type DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { UsageError } from '../command.ts';

/** A table that AWS has restored: its key, and the time whose state it has, where AWS says it. */
export interface RestoredTable {
  keyNames: string[];
  restoredTo: Date | undefined;
}

/**
 * Checks that `from` is a complete restored copy of the table `into`. Throws with what to do where it is not: AWS
 * creates the table at once and fills it for minutes to hours.
 */
export async function restoredTable(client: DynamoDBClient, from: string, into: string): Promise<RestoredTable> {
  const restored = await describe(client, from);
  if (restored?.TableStatus !== 'ACTIVE')
    throw new Error(`${from} is ${restored?.TableStatus}: aws dynamodb wait table-exists --table-name ${from}`);
  const [keyNames, wanted] = [restored, await describe(client, into)].map((table) =>
    (table?.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName),
  );
  if (!keyNames || keyNames.join() !== wanted?.join())
    throw new UsageError(
      `${from} has the key ${keyNames?.join(', ')} and ${into} ${wanted?.join(', ')}: choose --into`,
    );
  return { keyNames, restoredTo: restored.RestoreSummary?.RestoreDateTime };
}

async function describe(client: DynamoDBClient, TableName: string) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) throw new UsageError(`table not found: ${TableName}`);
    throw error;
  }
}
