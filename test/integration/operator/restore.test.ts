import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { apiKeyItemId, historyItemId, merchantItemId } from '../../../functions/merchants/tables.ts';
import { type Attribute, fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { type RestoreInput, restore } from '../../../lib/operator/restore.ts';
import { client, freshTest as test } from '../../rig/engine.ts';
import { createKeyedTable, itemsIn, TABLES } from '../../rig/tables.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const outputs = { TransactionsTable: TABLES.transactions, MerchantsTable: TABLES.merchants };
const RESTORED = { transactions: 'restored-transactions', merchants: 'restored-merchants' };

type Item = Readonly<Record<string, Attribute>>;

test.beforeEach(async () => {
  await createKeyedTable(client, RESTORED.transactions, ['transactionId', 'item']);
  await createKeyedTable(client, RESTORED.merchants, ['id']);
});

async function put(TableName: string, ...items: Item[]): Promise<void> {
  for (const item of items) await client.send(new PutItemCommand({ TableName, Item: toAttributes(item) }));
}

const itemsOf = async (table: string) => (await itemsIn(client, table)).map(fromAttributes);

const lines: string[] = [];
async function restored(into: RestoreInput['into'], more: Partial<RestoreInput> = {}) {
  const input = { into, from: RESTORED[into], isDryRun: false, ...more };
  return restore({ client, outputs }, input, (line) => lines.push(line));
}

describe('API keys', () => {
  const account = (apiKeyHash: string, more: Item = {}): Item => ({
    ...{ id: merchantItemId('mer_a'), merchantId: 'mer_a', name: 'Loja', accountStatus: 'active', bankAccount: 'main' },
    ...{
      createdAt: NOW,
      changes: 1,
      apiKeyHash,
      apiKey: 'sealed',
      webhookEnabled: false,
      webhookSecret: 'sealed',
      webhookSecretEnd: '1234',
      ...more,
    },
  });
  const key = (hash: string): Item => ({
    ...{ id: apiKeyItemId(hash), merchantId: 'mer_a', accountStatus: 'active', bankAccount: 'main' },
  });
  const entry: Item = { id: historyItemId('mer_a', 1), ofMerchant: 'mer_a', number: 1 };

  test('0053: one that ended after the restore point, as a leaked one, is not valid again; a valid one is', async () => {
    await put(RESTORED.merchants, account('leaked'), key('leaked'), key('valid'), entry);
    const living = account('valid', { changes: 2 });
    await put(TABLES.merchants, living);
    const dry = await restored('merchants', { isDryRun: true });
    expect(await itemsOf(TABLES.merchants)).toEqual([living]);
    const done = await restored('merchants');
    for (const { json } of [dry, done])
      expect(json).toMatchObject({
        ...{ read: 4, imported: 2, present: 1, leftOut: 1, differentKeys: [merchantItemId('mer_a')] },
      });
    const ids = (await itemsOf(TABLES.merchants)).map(({ id }) => String(id));
    expect(ids.sort()).toEqual([entry.id, apiKeyItemId('valid'), merchantItemId('mer_a')].sort());
    expect(await itemsOf(TABLES.merchants)).toContainEqual(living);
  });

  test('of a lost account come back with it, both during an overlap, and no earlier one', async () => {
    const overlapping = account('new', {
      previousApiKeyHash: 'old',
      previousApiKey: 'sealed',
      previousApiKeyEndsAt: NOW,
    });
    await put(RESTORED.merchants, key('ended'), key('new'), key('old'), overlapping);
    for (const dryRun of [true, false])
      expect((await restored('merchants', { isDryRun: dryRun })).json).toMatchObject({
        dryRun,
        imported: 3,
        leftOut: 1,
      });
    const ids = (await itemsOf(TABLES.merchants)).map(({ id }) => String(id));
    expect(ids).not.toContain(apiKeyItemId('ended'));
  });
});

test('0053: no test event comes back, which the stream would relay; all else of transactions does', async () => {
  const items = ['main', 'refund#1', 'exception#late#1'].map((item) => ({ transactionId: 'tx_a', item, n: 1 }));
  await put(RESTORED.transactions, ...items, { transactionId: 'test_a', item: 'main', kind: 'test' });
  const { json, text } = await restored('transactions');
  expect(json).toMatchObject({ read: 4, imported: 3, present: 0, leftOut: 1, differentKeys: [] });
  expect(text).toBe(
    '4 items of restored-transactions read\n' +
      `3 imported into ${TABLES.transactions}\n` +
      '0 present, which stay as they are; 0 of them differ (--json names them)\n' +
      '1 left out: test events, and API keys that have ended\n',
  );
  expect(lines.at(-1)).toBe('4 items read, 3 imported, 0 present');
  expect(await itemsOf(TABLES.transactions)).toEqual(expect.arrayContaining(items));
  expect((await restored('transactions')).json).toMatchObject({ imported: 0, present: 3, differentKeys: [] });
});

test('what the service wrote since stays as it is, and every item that differs is named', async () => {
  const keys = Array.from({ length: 45 }, (_, n) => ({ transactionId: `tx_${n}`, item: 'main' }));
  const newer = keys.map((each) => ({ ...each, amountCents: 0 }));
  await put(RESTORED.transactions, ...keys.map((each) => ({ ...each, amountCents: 1_000 })));
  await put(TABLES.transactions, ...newer);
  for (const isDryRun of [true, false]) {
    const { differentKeys } = (await restored('transactions', { isDryRun })).json as { differentKeys: string[] };
    expect(differentKeys.sort()).toEqual(keys.map(({ transactionId }) => `${transactionId} main`).sort());
  }
  const living = await itemsOf(TABLES.transactions);
  expect(living).toHaveLength(45);
  expect(living).toEqual(expect.arrayContaining(newer));
});

test('a table of another kind is refused at its first item, and copies nothing', async () => {
  await put(RESTORED.transactions, { transactionId: 'tx_a', item: 'main' });
  for (const isDryRun of [true, false])
    await expect(restored('merchants', { from: RESTORED.transactions, isDryRun })).rejects.toThrow();
  expect(await itemsOf(TABLES.merchants)).toEqual([]);
});
