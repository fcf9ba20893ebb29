import {
  type DynamoDBClient,
  GetItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { batchGet } from '../../dynamo/batch-get.ts';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { queryAll } from '../../dynamo/query.ts';
import { conditionOf, existing, type Fragment, removing, setting, updateOf, where } from '../../dynamo/update.ts';
import { type Attribute, toAttributes } from '../../runtime/attributes.ts';
import { type By, historyItem } from '../history/change.ts';
import { recordedChanges } from '../history/recorded-change.table.ts';
import { apiKeyItemId, merchantItemId, SMOKE_MERCHANT_ID } from '../tables.ts';
import { ACCOUNT_STATUSES, type Merchant, merchantOf } from './merchant.ts';

export type Merchants = ReturnType<typeof merchantsTable>;

/** A merchant's item, its key items and its history, always written together. */
export function merchantsTable(client: DynamoDBClient, tableName: string) {
  /** Writes the merchant's item alone; false when a condition fails. */
  async function update(merchantId: string, ...fragments: readonly Fragment[]): Promise<boolean> {
    const Key = toAttributes({ id: merchantItemId(merchantId) });
    const command = new UpdateItemCommand({ TableName: tableName, Key, ...updateOf(...fragments) });
    return (await conditionalWrite(client.send(command))).kind === 'written';
  }

  async function readAll(ids: readonly string[]): Promise<Merchant[]> {
    const keys = ids.map((id) => toAttributes({ id }));
    const items = await batchGet(client, tableName, keys, true);
    return items.flatMap((item) => (item ? merchantOf(item) : []));
  }

  return {
    ...recordedChanges(client, tableName),

    /** `beside`: items that must be made together with the account, and only if there are none under their ids. */
    async create(merchant: Merchant, by: By, beside: readonly { id: string; [name: string]: Attribute }[] = []) {
      const { createdAt, ...unlisted } = merchant;
      const { merchantId, name, accountStatus, bankAccount, apiKeyHash, webhookEnabled } = merchant;
      const after = { name, accountStatus, bankAccount, webhookEnabled };
      const items = [
        { id: merchantItemId(merchantId), ...(merchantId === SMOKE_MERCHANT_ID ? unlisted : merchant) },
        { id: apiKeyItemId(apiKeyHash), merchantId, accountStatus, bankAccount, issuedAt: createdAt },
        historyItem(merchantId, 1, { action: 'account.created', by, at: createdAt, after }),
        ...beside,
      ];
      await client.send(
        new TransactWriteItemsCommand({
          TransactItems: items.map((item) => ({
            Put: { TableName: tableName, Item: toAttributes(item), ...conditionOf(where({ id: undefined })) },
          })),
        }),
      );
    },

    async read(merchantId: string, consistent = true): Promise<Merchant | undefined> {
      const Key = toAttributes({ id: merchantItemId(merchantId) });
      const query = { TableName: tableName, Key, ConsistentRead: consistent };
      const { Item } = await client.send(new GetItemCommand(query));
      return Item && merchantOf(Item);
    },

    /** Sets what is given of the webhook endpoint; false when the merchant is unknown. */
    async setWebhook(
      merchantId: string,
      change: Partial<Pick<Merchant, 'webhookUrl' | 'webhookEnabled' | 'slowUntil'>>,
    ): Promise<boolean> {
      return update(merchantId, setting(change), existing('id'));
    },

    /**
     * Sets fields that are no change of the account, such as the same secrets sealed by another key, only while they are
     * as read; false when they are not. The history gets no entry.
     */
    async replace(seen: Merchant, fields: Partial<Merchant>): Promise<boolean> {
      const names = Object.keys(fields) as (keyof typeof fields)[];
      const asSeen = where(Object.fromEntries(names.map((name) => [name, seen[name]])));
      return update(seen.merchantId, setting(fields), asSeen, existing('id'));
    },

    /**
     * Wipes the previous webhook secret, which has ended, only while it is the one that was read; false when it is not.
     * The history gets no entry.
     */
    async wipeEndedSecret(merchantId: string, until: number): Promise<boolean> {
      const wiped = removing('previousWebhookSecret', 'previousWebhookSecretUntil');
      return update(merchantId, wiped, where({ previousWebhookSecretUntil: until }));
    },

    /** All merchants, by status, the newest first. The index holds keys only, so each is then read. */
    async list(): Promise<Merchant[]> {
      return readAll((await merchantIdsIn(client, tableName)()).map(merchantItemId));
    },

    /** Those with the hourly resend on: one query where nobody has. */
    async withHourlyResend(): Promise<Merchant[]> {
      const items = await queryAll(client, {
        TableName: tableName,
        IndexName: 'hourlyResend',
        KeyConditionExpression: 'hourlyResend = :on',
        ExpressionAttributeValues: toAttributes({ ':on': 'on' }),
      });
      return readAll(items.map(({ id }) => id?.S ?? ''));
    },
  };
}

/**
 * Ids of the stage's merchants, by status, the newest first, out of the index `byStatus`, which holds accounts alone:
 * half a read unit for about fifty of them. With `atMost`, at most one more is read: enough to detect too many.
 */
export function merchantIdsIn(client: DynamoDBClient, tableName: string, atMost?: number) {
  const wanted = atMost === undefined ? undefined : atMost + 1;
  return async (): Promise<string[]> => {
    const found = await Promise.all(
      ACCOUNT_STATUSES.map((status) =>
        queryAll(
          client,
          {
            TableName: tableName,
            IndexName: 'byStatus',
            KeyConditionExpression: 'accountStatus = :status',
            ExpressionAttributeValues: toAttributes({ ':status': status }),
            ScanIndexForward: false,
          },
          wanted,
        ),
      ),
    );
    const ids = found.flat().map(({ id }) => (id?.S ?? '').slice(merchantItemId('').length));
    // One that changes its status at this moment may be listed under both.
    return [...new Set(ids)].slice(0, wanted);
  };
}
