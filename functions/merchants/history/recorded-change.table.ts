import { type DynamoDBClient, type TransactWriteItem, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
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
      const { merchantId, changes = 0 } = seen;
      const number = changes + 1;
      const entry = toAttributes(historyItem(merchantId, number, change.entry));
      const TransactItems: TransactWriteItem[] = [
        { Update: merchantUpdate(tableName, seen, { ...change.set, changes: number }, change) },
        ...(change.keys ?? []).map((write) => keyWrite(tableName, write)),
        { Put: { TableName: tableName, Item: entry, ConditionExpression: 'attribute_not_exists(id)' } },
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
        UpdateExpression: 'REMOVE previousApiKey, previousApiKeyHash, previousApiKeyEndsAt',
        ConditionExpression: 'previousApiKeyHash = :hash AND previousApiKeyEndsAt = :endsAt',
        ExpressionAttributeValues: toAttributes({ ':hash': previousApiKeyHash, ':endsAt': previousApiKeyEndsAt }),
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

function merchantUpdate(
  TableName: string,
  { merchantId, changes }: Merchant,
  set: Partial<Merchant>,
  { remove = [] }: MerchantChange,
) {
  const names = Object.keys(set);
  const removal = remove.length === 0 ? '' : ` REMOVE ${remove.join(', ')}`;
  // Accounts from before the history have no count.
  const unchanged = changes === undefined ? 'attribute_not_exists(changes)' : 'changes = :seen';
  return {
    TableName,
    Key: toAttributes({ id: merchantItemId(merchantId) }),
    UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}${removal}`,
    ConditionExpression: `attribute_exists(id) AND ${unchanged}`,
    ExpressionAttributeValues: toAttributes({
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      ...(changes !== undefined && { ':seen': changes }),
    }),
  };
}

function keyWrite(TableName: string, write: KeyWrite): TransactWriteItem {
  const id = apiKeyItemId(write.hash);
  switch (write.kind) {
    case 'put': {
      const Item = toAttributes({ id, ...write.item });
      return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(id)' } };
    }
    case 'update': {
      const fields = Object.entries(write.fields);
      return {
        Update: {
          TableName,
          Key: toAttributes({ id }),
          UpdateExpression: `SET ${fields.map(([name]) => `${name} = :${name}`).join(', ')}`,
          ConditionExpression: 'attribute_exists(id)',
          ExpressionAttributeValues: toAttributes(
            Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
          ),
        },
      };
    }
    case 'delete':
      return { Delete: { TableName, Key: toAttributes({ id }) } };
  }
}
