import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../../../functions/dynamo/batch-get.ts';
import { besideTransactions, conditionalWrite } from '../../../functions/dynamo/conditional-write.ts';
import { conditionOf, where } from '../../../functions/dynamo/update.ts';
import type { Attributes } from '../../../functions/runtime/attributes.ts';
import { sideBySide } from '../../../functions/runtime/side-by-side.ts';
import { newestEventOf, openWorkOf, PASSES, type Pass } from './restored-items.ts';

export interface Import {
  client: DynamoDBClient;
  from: string;
  into: string;
  keyNames: readonly string[];
  passOf(item: Attributes): Pass | undefined;
  /** Asked about the items of the second pass, when those of the first are imported. */
  isValid(item: Attributes): Promise<boolean>;
  /** Counts only. */
  isDryRun: boolean;
  /** Gets a line after each page. */
  report(line: string): void;
}

export interface Imported {
  /** Items of the restored table. */
  read: number;
  /** Written; with a dry run, to be written. */
  imported: number;
  /** Items that the live table has. They stay as they are. */
  present: number;
  /** Those of them that differ: they are newer, or damaged. */
  different: number;
  /** The keys of these. */
  differentKeys: string[];
  leftOut: number;
  /** Imported payments that had not ended: the sweep asks the bank. */
  openPayments: number;
  /** Imported events whose delivery had not ended: the sweep sends them, also those that were delivered since. */
  openDeliveries: number;
  /** By merchant: when the earliest of its imported events was recorded. A reader past that time misses it. */
  settledFrom: Map<string, number>;
}

const MAX_CONCURRENT = 25;

/**
 * Copies the items of a restored table that the live one does not have. An item is written only if there is none under
 * its key, so the service may run, and an interrupted import is run again: it only reads what is there (decision 0053).
 */
export async function importItems(options: Import): Promise<Imported> {
  const { client, from, report, passOf } = options;
  const counts: Imported = {
    ...{ read: 0, imported: 0, present: 0, different: 0, differentKeys: [] },
    ...{ leftOut: 0, openPayments: 0, openDeliveries: 0, settledFrom: new Map() },
  };
  for (const pass of PASSES) {
    let after: Attributes | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: from, ExclusiveStartKey: after }));
      const items = page.Items ?? [];
      if (pass === 'first') {
        counts.read += items.length;
        counts.leftOut += items.filter((item) => passOf(item) === undefined).length;
      }
      await importPage(
        options,
        items.filter((item) => passOf(item) === pass),
        { pass, counts },
      );
      after = page.LastEvaluatedKey;
      report(`${pass} pass: ${counts.read} items read, ${counts.imported} imported, ${counts.present} present`);
    } while (after);
  }
  return counts;
}

async function importPage(
  { client, into, keyNames, isValid, isDryRun }: Import,
  items: readonly Attributes[],
  { pass, counts }: { pass: Pass; counts: Imported },
): Promise<void> {
  const keys = items.map((item) => Object.fromEntries(keyNames.map((name) => [name, item[name] ?? { S: '' }])));
  const living = await batchGet(client, into, keys, true);
  await sideBySide([...items.entries()], MAX_CONCURRENT, async ([index, item]) => {
    let found = living[index];
    if (!found && pass === 'second' && !(await isValid(item))) {
      counts.leftOut += 1;
      return;
    }
    if (!found && !isDryRun) found = await put(client, into, item, keyNames[0] ?? '');
    if (found) addPresent(counts, item, found, keys[index] ?? {});
    else {
      counts.imported += 1;
      const work = openWorkOf(item);
      if (work === 'payment') counts.openPayments += 1;
      if (work === 'delivery') counts.openDeliveries += 1;
      const { merchantId, settledAt } = newestEventOf(item) ?? {};
      if (merchantId !== undefined && settledAt !== undefined)
        counts.settledFrom.set(merchantId, Math.min(settledAt, counts.settledFrom.get(merchantId) ?? settledAt));
    }
  });
}

/** Writes an item if there is none under its key. Answers the one that another writer has made meanwhile. */
async function put(client: DynamoDBClient, TableName: string, Item: Attributes, keyName: string) {
  const write = await besideTransactions(() =>
    conditionalWrite(
      client.send(
        new PutItemCommand({
          ...{ TableName, Item, ...conditionOf(where({ [keyName]: undefined })) },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    ),
  );
  return write.kind === 'refused' ? write.item : undefined;
}

function addPresent(counts: Imported, item: Attributes, found: Attributes, key: Attributes): void {
  counts.present += 1;
  if (isDeepStrictEqual(item, found)) return;
  counts.different += 1;
  const names = Object.values(key).map(({ S = '' }) => S);
  counts.differentKeys.push(names.join(' '));
}
