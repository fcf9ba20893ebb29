import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBClient, GetItemCommand, PutItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { besideTransactions, conditionalWrite } from '../../functions/dynamo/conditional-write.ts';
import { conditionOf, where } from '../../functions/dynamo/update.ts';
import { apiKeyItemId, MERCHANTS_KEY } from '../../functions/merchants/tables.ts';
import { merchantsOn } from '../../functions/merchants/wiring.ts';
import { TRANSACTIONS_KEY } from '../../functions/payments/tables.ts';
import type { Attributes } from '../../functions/runtime/attributes.ts';
import { sideBySide } from '../../functions/runtime/side-by-side.ts';
import { TEST_ID_PREFIX } from '../../functions/webhooks/event-kind.ts';
import type { CommandResult } from './command.ts';
import type { Target } from './target.ts';

const KEY_NAMES = {
  transactions: [TRANSACTIONS_KEY.partitionKey, TRANSACTIONS_KEY.sortKey],
  merchants: [MERCHANTS_KEY.partitionKey],
} as const;

/** The tables whose items are copied. The others may be lost. */
export const COPIED_TABLES = ['transactions', 'merchants'] as const satisfies (keyof typeof KEY_NAMES)[];

export interface RestoreInput {
  into: (typeof COPIED_TABLES)[number];
  /** Name of the table that AWS has restored. */
  from: string;
  /** Counts only. */
  isDryRun: boolean;
}

const MAX_CONCURRENT = 25;

/**
 * Copies the items of a restored table that the live one does not have. An item is written only if there is none under
 * its key, so the service may run, and an interrupted copy is run again (decision 0053). `report` gets a line after each
 * page.
 */
export async function restore(
  { client, outputs }: Pick<Target, 'client'> & { outputs: Record<'TransactionsTable' | 'MerchantsTable', string> },
  { into: table, from, isDryRun }: RestoreInput,
  report: (line: string) => void,
): Promise<CommandResult> {
  const into = table === 'transactions' ? outputs.TransactionsTable : outputs.MerchantsTable;
  const copy = isDryRun ? readIn(client, into, KEY_NAMES[table]) : putIn(client, into, KEY_NAMES[table]);
  const isLeftOut = leftOutOf(client, into, from);
  const counts = { read: 0, imported: 0, present: 0, leftOut: 0 };
  /** Keys of items that differ from the live ones: these are newer, or damaged. */
  const differentKeys: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from })) {
    await sideBySide(Items, MAX_CONCURRENT, async (item) => {
      if (await isLeftOut(item)) {
        counts.leftOut += 1;
        return;
      }
      const living = await copy(item);
      counts[living ? 'present' : 'imported'] += 1;
      if (living && !isDeepStrictEqual(living, item))
        differentKeys.push(KEY_NAMES[table].map((name) => item[name]?.S).join(' '));
    });
    counts.read += Items.length;
    report(`${counts.read} items read, ${counts.imported} imported, ${counts.present} present`);
  }
  const text = [
    `${counts.read} items of ${from} read`,
    `${counts.imported} ${isDryRun ? 'to be imported' : 'imported'} into ${into}`,
    `${counts.present} present, which stay as they are; ${differentKeys.length} of them differ (--json names them)`,
    `${counts.leftOut} left out: test events, and API keys that have ended\n`,
  ].join('\n');
  return { json: { into, from, dryRun: isDryRun, ...counts, differentKeys }, text };
}

/** Answers the live item under the key of an item, if there is one. */
type Copy = (item: Attributes) => Promise<Attributes | undefined>;

function readIn(client: DynamoDBClient, TableName: string, keyNames: readonly string[]): Copy {
  return async (item) => {
    const Key = Object.fromEntries(Object.entries(item).filter(([name]) => keyNames.includes(name)));
    return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  };
}

/** Writes the item where there is none. */
function putIn(client: DynamoDBClient, TableName: string, [keyName = '']: readonly string[]): Copy {
  const ifNone = conditionOf(where({ [keyName]: undefined }));
  return async (Item) => {
    const put = new PutItemCommand({
      ...{ TableName, Item, ...ifNone },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const write = await besideTransactions(() => conditionalWrite(client.send(put)));
    return write.kind === 'refused' ? write.item : undefined;
  };
}

/**
 * What must not come back. The stream's filters pass the insert of a test event, which would be sent again. And an API
 * key that its account no longer names, such as a leaked one, would be valid again: the live account decides or, where
 * that is lost, the restored one.
 */
function leftOutOf(client: DynamoDBClient, ...tables: [into: string, from: string]) {
  const [living, restored] = tables.map((merchants) => merchantsOn({ dynamo: client }, { merchants }).merchants);
  return async ({ transactionId, id, merchantId }: Attributes): Promise<boolean> => {
    if (transactionId?.S?.startsWith(TEST_ID_PREFIX)) return true;
    if (!id?.S?.startsWith(apiKeyItemId(''))) return false;
    const owner = merchantId?.S ?? '';
    const account = (await living?.read(owner)) ?? (await restored?.read(owner));
    const hashes = [account?.apiKeyHash, account?.previousApiKeyHash];
    return !hashes.some((hash) => hash !== undefined && apiKeyItemId(hash) === id.S);
  };
}
