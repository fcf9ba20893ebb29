import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterOf } from '../../functions/finance/totals/counter.ts';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { lisbonDayName } from '../../functions/runtime/lisbon-day.ts';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';
import { eventually } from '../support/eventually.ts';
import { type HostedService, startHostedService } from '../support/hosted-service.ts';

/** The deployed template with one retry of the stream instead of 20, which would take a minute and a half. */
function impatientAssembly(): string {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-impatient-'));
  for (const name of readdirSync(LOCAL_ASSEMBLY_DIR)) {
    const path = join(LOCAL_ASSEMBLY_DIR, name);
    if (!name.endsWith('.template.json')) symlinkSync(path, join(dir, name));
    else
      writeFileSync(join(dir, name), readFileSync(path, 'utf8').replaceAll(/("MaximumRetryAttempts":) 20\b/g, '$1 1'));
  }
  return dir;
}

let assemblyDir: string;
let hosted: HostedService;
beforeAll(async () => {
  assemblyDir = impatientAssembly();
  hosted = await startHostedService({ assemblyDir });
});
afterAll(async () => {
  await hosted.stop();
  rmSync(assemblyDir, { recursive: true });
});

const ORDER = 'TWICE-1';
const broken = (merchantId: string) => ({ transactionId: 'tx_broken', merchantId, externalOrderId: ORDER });

test('payments that the books gave up are counted, and their order paid twice is found, automatically', async () => {
  const { client, transactionsTable, outputs } = hosted;
  const shop = await hosted.shop();
  const { merchantId } = shop.account;
  const counterKey = toAttributes({ day: lisbonDayName(Date.now()), item: merchantId });
  const TotalsTable = outputs.TotalsTable ?? '';
  // A counter that cannot be incremented and a transaction of the order that cannot be read: both parts of the books
  // fail.
  const poison = { ...counterKey, 'paid.MBWAY.paid.n': { S: 'no number' } };
  await client.send(new PutItemCommand({ TableName: TotalsTable, Item: poison }));
  const unreadable = toAttributes({ ...broken(merchantId), item: 'main', createdAt: Date.now() });
  await client.send(new PutItemCommand({ TableName: transactionsTable, Item: unreadable }));
  const transactionIds = [await shop.init(10.5, ORDER), await shop.init(10.5, ORDER)];
  for (const transactionId of transactionIds) expect((await shop.mbway(transactionId, '910000000')).status).toBe(200);
  const gaveUp = () =>
    hosted.log.filter((entry) => 'text' in entry && /batch given up: \d+ records/.test(entry.text)).length;
  for (const id of transactionIds) await eventually(() => isPaid(id), 60_000);
  await eventually(() => gaveUp() > 0, 60_000);
  const repairs = () =>
    hosted.log.filter((entry) => 'functionName' in entry && entry.functionName?.endsWith('finance-books-repair'));
  await eventually(() => repairs().length > 0, 30_000);

  expect(await openExceptions(transactionIds)).toEqual([]);
  await client.send(new DeleteItemCommand({ TableName: TotalsTable, Key: counterKey }));
  const brokenKey = toAttributes({ transactionId: 'tx_broken', item: 'main' });
  await client.send(new DeleteItemCommand({ TableName: transactionsTable, Key: brokenKey }));
  expect((await hosted.request('POST', '/control/clock', { body: { advance: '31m' } })).status).toBe(200);

  const counter = await eventually(async () => {
    const { Item } = await client.send(new GetItemCommand({ TableName: TotalsTable, Key: counterKey }));
    return Item && counterOf(Item).figures['paid.MBWAY.paid']?.count === 2 && counterOf(Item);
  });
  expect(counter.figures).toEqual({
    'paid.MBWAY.paid': { count: 2, cents: 2_100 },
    'recorded.MBWAY.paid': { count: 2, cents: 2_100 },
  });
  expect(
    await eventually(async () => (await openExceptions(transactionIds)).length > 0 && openExceptions(transactionIds)),
  ).toEqual(['order-paid-twice']);

  // The next nightly audit finds nothing. SIBS lists no movements, so it cannot check for missing ones.
  expect((await hosted.request('POST', '/control/clock', { body: { advance: '27h' } })).status).toBe(200);
  const resultKey = toAttributes({ day: 'audit', item: `result#${counter.day}` });
  const result = await eventually(async () => {
    const { Item } = await client.send(new GetItemCommand({ TableName: TotalsTable, Key: resultKey }));
    return Item?.result?.S !== undefined && JSON.parse(Item.result.S);
  });
  expect(result.tally).toMatchObject({ checked: 2, payments: 2, totals: 1, violations: 0, byReason: { 'no-list': 2 } });

  async function isPaid(transactionId = ''): Promise<boolean> {
    return (await hosted.detail(transactionId)).status === 'paid';
  }
  async function openExceptions(ids: readonly string[]): Promise<string[]> {
    const found = await Promise.all(
      ids.map((id) =>
        client.send(
          new QueryCommand({
            TableName: transactionsTable,
            ConsistentRead: true,
            KeyConditionExpression: 'transactionId = :id AND begins_with(#item, :prefix)',
            ExpressionAttributeNames: { '#item': 'item' },
            ExpressionAttributeValues: toAttributes({ ':id': id, ':prefix': 'exception#' }),
          }),
        ),
      ),
    );
    return found.flatMap(({ Items = [] }) => Items.map(({ kind }) => kind?.S ?? ''));
  }
}, 150_000);
