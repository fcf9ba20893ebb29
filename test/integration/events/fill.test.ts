import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect } from 'vitest';
import { feed } from '../../../functions/events/feed/feed.ts';
import { type FillDependencies, fill } from '../../../functions/events/fill/fill.ts';
import { HORIZON_MS } from '../../../functions/events/horizon.ts';
import { feedOn, fillOn } from '../../../functions/events/wiring.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { dependencies, rig, sweepTest as test } from '../../fixtures/payments.ts';
import { CALLER } from '../../support/api-event.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { TABLES } from '../../support/created-tables.ts';
import { attemptWith, failedSettlement } from '../../support/payment-transactions.ts';
import { putTransaction, stored } from '../../support/stored-payments.ts';

const OLDER = { merchantId: CALLER.merchantId, createdAt: NOW_MS - 1_000 };
const clock = () => rig.time.nowMs;
const sleep = async (durationMs: number) => {
  rig.time.nowMs += durationMs;
};
const filling = (changes: Partial<FillDependencies> = {}) =>
  fill({ ...fillOn({ dynamo: rig.client, clock }, TABLES), sleep, report: () => undefined, ...changes });
const page = () => feed(feedOn({ dynamo: rig.client, clock }, TABLES))({ from: 0 }, CALLER);
const listed = async () => (await page()).events.map(({ transactionId }) => transactionId);

/** Events of an older version at these times after `NOW_MS`, the index without any. */
const older = async (...times: number[]) => {
  const ids: string[] = [];
  for (const at of times) {
    const settlements = [failedSettlement({ eventId: `evt_${at}`, settledAt: NOW_MS + at })];
    const fields = { status: 'failed' as const, attempts: [attemptWith({ state: 'ended' })], settlements };
    ids.push((await putTransaction(rig, { ...fields, paymentMethod: 'MBWAY', dueAt: undefined })).transactionId);
  }
  return ids;
};

beforeEach(async () => {
  rig.time.nowMs = NOW_MS + 60_000;
  const Item = toAttributes({ id: `merchant#${OLDER.merchantId}` });
  await rig.client.send(new PutItemCommand({ TableName: TABLES.merchants, Item }));
});

test('a dry run counts and changes nothing; then the account is covered from its creation, and a repeat finds nothing', async () => {
  const ids = await older(30, 10, 20);
  await putTransaction(rig);
  const result = { merchantId: OLDER.merchantId, read: 4, listed: 3, unreadable: [] };
  expect(await filling()([OLDER], { isDryRun: true })).toEqual([result]);
  await expect(page()).rejects.toThrow('not listed yet');
  expect(await filling()([OLDER])).toEqual([result]);
  expect(await listed()).toEqual([ids[1], ids[2], ids[0]]);
  expect((await page()).completeFrom).toBe(new Date(OLDER.createdAt).toISOString());
  expect(await filling({ sleep: () => Promise.reject(new Error('nothing to wait for')) })([OLDER])).toEqual([]);
  // An older version has run again.
  await older(40);
  expect(await filling()([OLDER], { isAgain: true })).toEqual([{ ...result, read: 5, listed: 1 }]);
});

test('beside traffic: the route answers from the instant that it names, and no later event loses its position', async () => {
  const [before = '', paid = ''] = await older(10, 20);
  const begun = clock() + HORIZON_MS;
  const { table } = fillOn({ dynamo: rig.client, clock }, TABLES);
  const list: typeof table.list = async (transaction) => {
    // Between its read and its write the customer pays late.
    if (transaction.transactionId === paid) {
      const attempt = { index: 0, bankId: 'bank-0', method: 'MBWAY' } as const;
      const settling = { transactionId: paid, bankAccount: 'main', from: 'failed', liveAttempt: undefined } as const;
      const paidBy = { cause: 'bank-confirmed', attempt, paid: { amountCents: 1_000, paidAtMs: null } } as const;
      const settledAt = NOW_MS + 20;
      expect(await dependencies.settle({ ...settling, ...paidBy, settledAt })).toEqual({ kind: 'written' });
      expect(await page()).toMatchObject({ completeFrom: new Date(begun).toISOString() });
      expect(await listed()).toEqual([paid]);
    }
    return table.list(transaction);
  };
  const [filled] = await filling({ table: { ...table, list } })([OLDER]);
  expect(filled).toMatchObject({ listed: 1 });
  expect((await stored(rig, paid)).settledAt).toBe(begun);
  expect(await listed()).toEqual([before, paid]);
});

test('stopped at any write, it goes on where it was, and an item that cannot be read leaves the account incomplete', async () => {
  const ids = await older(10, 20, 30);
  for (let left = ids.length; left > 0; left -= 1) {
    const { table } = fillOn({ dynamo: rig.client, clock }, TABLES);
    let writes = 0;
    const list: typeof table.list = async (transaction) => {
      if (writes++ === 1) throw new Error('killed');
      return table.list(transaction);
    };
    const run = filling({ table: { ...table, list } })([OLDER]);
    if (left > 1) await expect(run).rejects.toThrow('killed');
    else expect(await run).toMatchObject([{ listed: 1 }]);
  }
  expect(await listed()).toEqual(ids);

  const Item = toAttributes({ id: `merchant#${OLDER.merchantId}` });
  await rig.client.send(new PutItemCommand({ TableName: TABLES.merchants, Item }));
  const broken = { transactionId: `tx_${'b'.repeat(24)}`, item: 'main', merchantId: OLDER.merchantId, createdAt: 1 };
  await rig.client.send(new PutItemCommand({ TableName: TABLES.transactions, Item: toAttributes(broken) }));
  const [filled] = await filling()([OLDER]);
  expect(filled?.unreadable).toEqual([expect.stringContaining(broken.transactionId)]);
  expect((await page()).completeFrom).not.toBe(new Date(OLDER.createdAt).toISOString());
});
