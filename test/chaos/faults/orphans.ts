import { DeleteItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { TABLES } from '../../support/created-tables.ts';
import { readKept } from '../world/oracle.ts';
import type { World } from '../world/world.ts';

/**
 * Transactions of a merchant that were created and whose answer never arrived, so that the merchant created another.
 * Nothing may have come of them; they are taken away, because the sweep would come upon them in a later run.
 */
export async function clearOrphans(world: World, merchantId: string, known: ReadonlySet<string>): Promise<string[]> {
  const { Items = [] } = await world.own.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      IndexName: 'byMerchant',
      KeyConditionExpression: 'merchantId = :merchant',
      ExpressionAttributeValues: toAttributes({ ':merchant': merchantId }),
    }),
  );
  const problems: string[] = [];
  for (const transactionId of Items.map((item) => item.transactionId?.S ?? '').filter((id) => !known.has(id))) {
    const kept = await readKept(world.own, transactionId);
    if (kept?.main.status !== 'pending' || kept.main.paymentMethod !== null) {
      problems.push(`${transactionId}: nobody was told of it, and it is ${String(kept?.main.status)}`);
    }
    const Key = toAttributes({ transactionId, item: 'main' });
    await world.own.send(new DeleteItemCommand({ TableName: TABLES.transactions, Key }));
  }
  return problems;
}
