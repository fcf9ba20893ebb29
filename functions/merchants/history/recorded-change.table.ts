import { type DynamoDBClient, type TransactWriteItem, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
import { conditionOf, existing, removing, setting, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { ApiKeyItem, Merchant } from '../accounts/merchant.ts';
import { apiKeyItemId, merchantItemId } from '../tables.ts';
import { historyItem, type NewHistoryEntry } from './change.ts';

/** A write on the key item of this hash; `update` and `put` are refused where the item is missing or there already. */
export type KeyWrite =
  | { kind: 'put'; hash: string; item: ApiKeyItem }
  | { kind: 'update'; hash: string; fields: Partial<ApiKeyItem> }
  | { kind: 'delete'; hash: string };

export interface MerchantChange {
  set?: Partial<Omit<Merchant, 'merchantId' | 'changes'>>;
  remove?: readonly (keyof Merchant)[];
  keys?: readonly KeyWrite[];
  entry: NewHistoryEntry;
}

/**
 * Makes a change of an account: the merchant's item, its key items and the entry of the history in one transaction, and
 * only if no other change was made since `seen` was read. False when one was, or when another write conflicted. So an
 * entry's `before` is the state that the change replaced, and no crash leaves one item changed without the others.
 */
export function recordedChanges(client: DynamoDBClient, tableName: string) {
  return {
    async change(seen: Merchant, change: MerchantChange): Promise<boolean> {
      const { merchantId, changes } = seen;
      const number = changes + 1;
      const entry = toAttributes(historyItem(merchantId, number, change.entry));
      const TransactItems: TransactWriteItem[] = [
        {
          Update: {
            TableName: tableName,
            Key: toAttributes({ id: merchantItemId(merchantId) }),
            ...updateOf(
              setting({ ...change.set, changes: number }),
              removing(...(change.remove ?? [])),
              existing('id'),
              where({ changes: seen.changes }),
            ),
          },
        },
        ...(change.keys ?? []).map((write) => keyWrite(tableName, write)),
        { Put: { TableName: tableName, Item: entry, ...conditionOf(NEW) } },
      ];
      try {
        // The SDK gives the call a token, so that its own repeat after a lost answer is not made twice.
        await client.send(new TransactWriteItemsCommand({ TransactItems }));
        return true;
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        return false;
      }
    },

    /**
     * Wipes a previous API key that has ended, only while it is the one that was read. It is no longer valid, so no
     * entry is made.
     */
    async wipeEndedApiKey({ merchantId, previousApiKeyHash, previousApiKeyEndsAt }: Merchant): Promise<void> {
      if (previousApiKeyHash === undefined || previousApiKeyEndsAt === undefined) return;
      const Update = {
        TableName: tableName,
        Key: toAttributes({ id: merchantItemId(merchantId) }),
        ...updateOf(
          removing('previousApiKey', 'previousApiKeyHash', 'previousApiKeyEndsAt'),
          where({ previousApiKeyHash, previousApiKeyEndsAt }),
        ),
      };
      const keys = keyWrite(tableName, { kind: 'delete', hash: previousApiKeyHash });
      try {
        await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }, keys] }));
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
    },
  };
}

const NEW = where({ id: undefined });

function keyWrite(TableName: string, write: KeyWrite): TransactWriteItem {
  const id = apiKeyItemId(write.hash);
  switch (write.kind) {
    case 'put': {
      const Item = toAttributes({ id, ...write.item });
      return { Put: { TableName, Item, ...conditionOf(NEW) } };
    }
    case 'update':
      return {
        Update: { TableName, Key: toAttributes({ id }), ...updateOf(setting(write.fields), existing('id')) },
      };
    case 'delete':
      return { Delete: { TableName, Key: toAttributes({ id }) } };
  }
}
