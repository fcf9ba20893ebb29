import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect } from 'vitest';
import { feed } from '../../../functions/events/feed/feed.ts';
import { type FillDependencies, fill } from '../../../functions/events/fill/fill.ts';
import { feedOn, fillOn } from '../../../functions/events/wiring.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { rig, sweepTest as test } from '../../fixtures/payments.ts';
import { CALLER } from '../../support/api-event.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { TABLES } from '../../support/created-tables.ts';
import { attemptWith, failedSettlement } from '../../support/payment-transactions.ts';
import { putTransaction } from '../../support/stored-payments.ts';

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
