import { type DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect } from 'vitest';
import { feed } from '../../../functions/events/feed/feed.ts';
import { readPosition } from '../../../functions/events/feed/position.ts';
import { HORIZON_MS } from '../../../functions/events/horizon.ts';
import { feedOn } from '../../../functions/events/wiring.ts';
import { apiKeyItemId, historyItemId, merchantItemId } from '../../../functions/merchants/tables.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { type Attribute, fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { type RestoreInput, runRestore } from '../../../lib/operator/restore/restore-run.ts';
import { describedAs } from '../../chaos/restore/played-aws.ts';
import { client, test } from '../../fixtures/tables.ts';
import { createKeyedTable, databaseAt, TABLES } from '../../support/created-tables.ts';
import { type LossyProxy, startLossyProxy } from '../../support/network/lossy-proxy.ts';
import { failedSettlement, transactionWith } from '../../support/payment-transactions.ts';

// Needs the embedded tables.

const NOW = Date.parse('2026-11-20T12:00:00Z');
const RESTORED_TO = new Date('2026-11-20T11:00:00Z');
const outputs = {
  ...{ TransactionsTable: TABLES.transactions, MerchantsTable: TABLES.merchants, TotalsTable: TABLES.totals },
  IdempotencyKeysTable: TABLES.idempotencyKeys,
};
const RESTORED = { transactions: 'restored-transactions', merchants: 'restored-merchants' };

type Item = Readonly<Record<string, Attribute>>;
let proxy: LossyProxy;
let proxied: ReturnType<typeof databaseAt>;

test.beforeAll(async ({ rig: { endpoint } }) => {
  proxy = await startLossyProxy(endpoint);
  proxied = databaseAt(proxy.endpoint);
  await createKeyedTable(client, RESTORED.transactions, ['transactionId', 'item']);
  await createKeyedTable(client, RESTORED.merchants, ['id']);
});
afterAll(async () => {
  await proxied.stop();
  await proxy.close();
});

async function put(TableName: string, ...items: Item[]): Promise<void> {
  for (const item of items) await client.send(new PutItemCommand({ TableName, Item: toAttributes(item) }));
}

async function itemsOf(TableName: string): Promise<unknown[]> {
  return ((await client.send(new ScanCommand({ TableName }))).Items ?? []).map(fromAttributes);
}

const lines: string[] = [];
async function restore(into: RestoreInput['into'], more: Partial<RestoreInput> = {}, dynamo: DynamoDBClient = client) {
  const input = { into, from: RESTORED[into], isDryRun: false, ...more };
  return runRestore({ client: dynamo, outputs, clock: () => NOW }, input, (line) => lines.push(line));
}

describe('what a restored table brings back', () => {
  const account = (apiKeyHash: string, more: Item = {}): Item => ({
    ...{ id: merchantItemId('mer_a'), merchantId: 'mer_a', name: 'Loja', accountStatus: 'active', bankAccount: 'main' },
    ...{ createdAt: NOW, apiKeyHash, apiKey: 'sealed', webhookEnabled: false, webhookSecret: 'sealed', ...more },
  });
  const key = (hash: string): Item => ({
    ...{ id: apiKeyItemId(hash), merchantId: 'mer_a', accountStatus: 'active', bankAccount: 'main' },
  });
  const entry: Item = { id: historyItemId('mer_a', 1), ofMerchant: 'mer_a', number: 1 };

  test('0053: a key that ended after the restore point, as a leaked one, is not valid again; a valid one is', async () => {
    await put(RESTORED.merchants, account('leaked'), key('leaked'), key('valid'), entry);
    const living = account('valid', { changes: 2 });
    await put(TABLES.merchants, living);
    const dry = await restore('merchants', { isDryRun: true });
    expect(await itemsOf(TABLES.merchants)).toEqual([living]);
    const done = await restore('merchants');
    for (const { json } of [dry, done])
      expect(json).toMatchObject({
        ...{ read: 4, imported: 2, present: 1, different: 1, differentKeys: [merchantItemId('mer_a')], leftOut: 1 },
      });
    const ids = (await itemsOf(TABLES.merchants)).map((item) => (item as { id: string }).id);
    expect(ids.sort()).toEqual([entry.id, apiKeyItemId('valid'), merchantItemId('mer_a')].sort());
    expect(await itemsOf(TABLES.merchants)).toContainEqual(living);
  });

  test('a lost account comes back with its key, which a dry run counts too', async () => {
    const other = (item: Item) => JSON.parse(JSON.stringify(item).replaceAll('mer_a', 'mer_b')) as Item;
    await put(RESTORED.merchants, other(account('of-b')), other(key('of-b')));
    for (const isDryRun of [true, false])
      expect((await restore('merchants', { isDryRun })).json).toMatchObject({
        imported: 2,
        present: 3,
        dryRun: isDryRun,
      });
  });

  test('0053: no test event, which the stream would relay, and nothing that has expired; a refund after its payment', async () => {
    const payment = { transactionId: 'tx_a', item: 'main', status: 'paid' };
    const open = { transactionId: 'tx_b', item: 'main', status: 'pending', liveAttempt: 0, dueAt: NOW };
    const created = { transactionId: 'tx_c', item: 'main', status: 'pending', dueAt: NOW };
    const undelivered = { transactionId: 'tx_d', item: 'main', status: 'failed', dueAt: NOW };
    const refund = { transactionId: 'tx_a', item: 'refund#1' };
    const answer = (expiresAt: number) => ({ transactionId: 'tx_d', item: `answer#${expiresAt}`, expiresAt });
    const answers = [NOW / 1_000 - 1, NOW / 1_000 + 60].map(answer);
    const tested = { transactionId: 'test_a', item: 'main', kind: 'test', dueAt: NOW };
    await put(RESTORED.transactions, refund, payment, open, created, undelivered, ...answers, tested);
    const { json, text } = await restore('transactions');
    expect(json).toMatchObject({ imported: 6, leftOut: 2, openPayments: 1, openDeliveries: 1 });
    expect(text).toContain('1 payments had not ended: the sweep asks the bank\n1 events');
    expect(await itemsOf(TABLES.transactions)).toHaveLength(6);
    expect(lines.slice(-2)).toEqual([
      'first pass: 8 items read, 5 imported, 0 present',
      'second pass: 8 items read, 6 imported, 0 present',
    ]);
  });

  test('an item that is written meanwhile stays as the service wrote it', async () => {
    const [older, newer] = [1, 2].map((n) => ({ transactionId: 'tx_raced', item: 'main', n }));
    await put(RESTORED.transactions, older ?? {});
    // The command reads an answer without the item, which is there when it writes.
    await put(TABLES.transactions, newer ?? {});
    proxy.changeAnswerOf('BatchGetItem', () => ({ status: 200, text: JSON.stringify({ Responses: {} }) }));
    const { json } = await restore('transactions', {}, proxied.client);
    expect(json).toMatchObject({ different: 1, differentKeys: ['tx_raced main'] });
    expect(await itemsOf(TABLES.transactions)).toContainEqual(newer);
  });

  test('every item that differs is named, of which the text shows 20', async () => {
    const keys = Array.from({ length: 45 }, (_, n) => ({ transactionId: `tx_damaged${n}`, item: 'main' }));
    await put(RESTORED.transactions, ...keys.map((each) => ({ ...each, amountCents: 1_000 })));
    await put(TABLES.transactions, ...keys.map((each) => ({ ...each, amountCents: 0 })));
    const { json, text } = await restore('transactions', { isDryRun: true });
    const { differentKeys } = json as { differentKeys: string[] };
    expect(differentKeys.filter((key) => key.startsWith('tx_damaged')).sort()).toEqual(
      keys.map(({ transactionId }) => `${transactionId} main`).sort(),
    );
    expect(text.match(/^ {2}tx_/gm)).toHaveLength(20);
    expect(text).toContain(`  and ${differentKeys.length - 20} more: --json names all`);
  });

  test('0053: a merchant that read the list of events past a missing one is named, with the time to read again from', async () => {
    const reads = feed(feedOn({ dynamo: client, clock: () => NOW }, TABLES));
    const read = async (query: Parameters<typeof reads>[0]) => {
      const { events, next } = await reads(query, { merchantId: 'mer_r' } as Parameters<typeof reads>[1]);
      return { ids: events.map(({ transactionId }) => transactionId), after: readPosition(next) };
    };
    const settledAt = (minutes: number) => NOW - HORIZON_MS - minutes * 60_000;
    const paid = (merchantId: string, minutes: number) => {
      const settlements = [failedSettlement({ settledAt: settledAt(minutes) })];
      const { dueAt: _, ...all } = transactionWith({ merchantId, status: 'failed', settlements });
      return { ...all, transactionId: newTransactionId(), item: 'main', settledAt: settledAt(minutes) };
    };
    const [first, second, newest] = [paid('mer_r', 30), paid('mer_r', 20), paid('mer_r', 10)];
    await put(TABLES.merchants, { id: merchantItemId('mer_r') });
    // The live table has lost the others, and the shop reads past their times.
    await put(TABLES.transactions, newest);
    await put(RESTORED.transactions, second, first, paid('mer_s', 25), newest);
    const { after } = await read({});
    const [dry, done] = [await restore('transactions', { isDryRun: true }), await restore('transactions')];
    if (!after.ok) throw new Error(after.problem);
    expect((await read({ after: after.value })).ids).toEqual([]);

    const times = { mer_r: new Date(settledAt(30)), mer_s: new Date(settledAt(25)) };
    for (const { json, text } of [dry, done]) {
      const { settledFrom, merchants } = json as { settledFrom: string; merchants: object[] };
      expect(settledFrom).toBe(times.mer_r.toISOString());
      expect(merchants).toEqual(
        Object.entries(times).map(([merchantId, from]) => ({ merchantId, settledFrom: from.toISOString() })),
      );
      expect(text).toContain(`events from ${settledFrom}, of 2 merchants`);
    }
    const again = await read({ from: times.mer_r.getTime() });
    expect(again.ids).toEqual([first, second, newest].map(({ transactionId }) => transactionId));
    expect((await restore('transactions')).json).toMatchObject({ settledFrom: null, merchants: [] });
  });
});

describe('a restored table is refused', () => {
  test('while AWS fills it; complete, its restore point is shown', async () => {
    proxy.changeAnswerOf('DescribeTable', describedAs('CREATING', RESTORED_TO));
    await expect(restore('merchants', {}, proxied.client)).rejects.toThrow(
      'restored-merchants is CREATING: aws dynamodb wait table-exists --table-name restored-merchants',
    );
    proxy.changeAnswerOf('DescribeTable', describedAs('ACTIVE', RESTORED_TO));
    const { json, text } = await restore('merchants', {}, proxied.client);
    expect(json).toMatchObject({ restoredTo: RESTORED_TO.toISOString() });
    expect(text).toContain('as of 2026-11-20T11:00:00.000Z');
  });

  test.each([
    [TABLES.merchants, '--from is a live table: name the restored one'],
    [TABLES.idempotencyKeys, '--from is a live table: name the restored one'],
    ['none', 'table not found: none'],
    [RESTORED.transactions, 'restored-transactions has the key transactionId, item and merchants id: choose --into'],
  ])('where it is %s', async (from, message) => {
    await expect(restore('merchants', { from })).rejects.toThrow(message);
  });
});
