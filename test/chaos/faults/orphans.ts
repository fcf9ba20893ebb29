import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { TABLES } from '../../support/created-tables.ts';
import { readKept, transactionIdsOf } from '../world/kept.ts';
import type { World } from '../world/world.ts';

/**
 * Transactions of a merchant that were created and whose answer never arrived, so that the merchant created another.
 * Nothing may have come of them; they are taken away, because the sweep would come upon them in a later run.
 */
export async function clearOrphans(world: World, merchantId: string, known: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = [];
  for (const transactionId of await transactionIdsOf(world.own, merchantId)) {
    if (known.has(transactionId)) continue;
    const kept = await readKept(world.own, transactionId);
    if (kept?.transaction?.status !== 'pending' || kept.transaction.paymentMethod !== null)
      problems.push(`${transactionId}: its creation was never answered, and it is ${kept?.record.status}`);
    const Key = toAttributes({ transactionId, item: 'main' });
    await world.own.send(new DeleteItemCommand({ TableName: TABLES.transactions, Key }));
  }
  return problems;
}
