import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterOf } from '../../functions/finance/totals/counter.ts';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { DAY_MS } from '../../functions/runtime/durations.ts';
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
  // In the afternoon, far from a midnight.
  const now = new Date(hosted.host.nowMs() + DAY_MS);
  await hosted.host.advance(now.setUTCHours(14, 0, 0, 0) - hosted.host.nowMs());
  const counterKey = toAttributes({ day: lisbonDayName(hosted.host.nowMs()), item: merchantId });
  const TotalsTable = outputs.TotalsTable ?? '';
  // A counter that cannot be incremented and a transaction of the order that cannot be read: both parts of the books
  // fail.
  const poison = { ...counterKey, 'paid.MBWAY.paid.n': { S: 'no number' } };
  await client.send(new PutItemCommand({ TableName: TotalsTable, Item: poison }));
  const unreadable = toAttributes({ ...broken(merchantId), item: 'main', createdAt: hosted.host.nowMs() });
  await client.send(new PutItemCommand({ TableName: transactionsTable, Item: unreadable }));
  const transactionIds = [await shop.init(10.5, ORDER), await shop.init(10.5, ORDER)];
  for (const transactionId of transactionIds) expect((await shop.mbway(transactionId, '910000000')).status).toBe(200);
  const gaveUp = () =>
    hosted.log.filter((entry) => 'text' in entry && /batch given up: \d+ records/.test(entry.text)).length;
  for (const id of transactionIds) await eventually(async () => (await hosted.detail(id)).status === 'paid');
  await eventually(() => gaveUp() > 0);
  const repairs = () =>
    hosted.log.filter((entry) => 'functionName' in entry && entry.functionName?.endsWith('finance-books-repair'));
  await eventually(() => repairs().length > 0);

  expect(await openExceptions()).toEqual([]);
  await client.send(new DeleteItemCommand({ TableName: TotalsTable, Key: counterKey }));
  const brokenKey = toAttributes({ transactionId: 'tx_broken', item: 'main' });
  await client.send(new DeleteItemCommand({ TableName: transactionsTable, Key: brokenKey }));
  expect((await hosted.request('POST', '/control/clock', { body: { advance: '61m' } })).status).toBe(200);

  const figures = await eventually(async () => {
    const { Item } = await client.send(new GetItemCommand({ TableName: TotalsTable, Key: counterKey }));
    return Item && counterOf(Item).figures['paid.MBWAY.paid']?.count === 2 && counterOf(Item).figures;
  });
  expect(figures).toEqual({
    'paid.MBWAY.paid': { count: 2, cents: 2_100 },
    'recorded.MBWAY.paid': { count: 2, cents: 2_100 },
  });
  expect(await eventually(async () => (await openExceptions()).length > 0 && openExceptions())).toEqual([
    'order-paid-twice',
  ]);

  async function openExceptions(): Promise<string[]> {
    const details = await Promise.all(transactionIds.map(hosted.detail));
    return details.flatMap(({ exceptions }) => exceptions.map(({ kind }) => kind));
  }
});
