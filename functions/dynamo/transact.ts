import { type TransactWriteItem, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { isOvertaken } from './conditional-write.ts';
import type { Sender } from './send-until.ts';

/** Writes several items together; false where another writer was first. */
export type Transact = (items: TransactWriteItem[]) => Promise<boolean>;

export function transactIn(client: Sender): Transact {
  return async (TransactItems) => {
    try {
      await client.send(new TransactWriteItemsCommand({ TransactItems }));
      return true;
    } catch (error) {
      if (isOvertaken(error)) return false;
      throw error;
    }
  };
}
