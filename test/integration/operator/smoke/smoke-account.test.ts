import { GetItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { init } from '../../../../functions/payments/init/init.ts';
import type { Attributes } from '../../../../functions/runtime/attributes.ts';
import { STREAM_FILTERS } from '../../../../functions/webhooks/relay/relay.ts';
import { compileFilters } from '../../../../lib/local/mappings/filter.ts';
import { smokeAccount } from '../../../../lib/operator/smoke/smoke-account.ts';
import { client, freshTest as test } from '../../../rig/engine.ts';
import { TABLES } from '../../../rig/tables.ts';
import { accountsIn, merchantsIn, paymentsIn } from '../../../rig/wired.ts';

const target = () => {
  const { merchants } = merchantsIn(client);
  const wired = accountsIn(client);
  return { merchants, accounts: wired, defaultBankAccount: 'main' };
};

const itemsIn = async (TableName: string, IndexName?: string) =>
  (await client.send(new ScanCommand({ TableName, ...(IndexName && { IndexName }) }))).Items ?? [];

test('runs at once create one account, and every later one finds it with its key', async () => {
  const found = await Promise.all([1, 2, 3, 4].map(() => smokeAccount(target())));
  const later = await smokeAccount(target());
  expect(later).toMatchObject({ merchantId: 'mer_smoke', status: 'active', bankAccount: 'main', webhookUrl: null });
  expect(found).toEqual([later, later, later, later]);
  expect(await merchantsIn(client).findApiKey(later.apiKey)).toMatchObject({ merchantId: 'mer_smoke' });
  const ids = (await itemsIn(TABLES.merchants)).map(({ id }) => id?.S).sort();
  expect(ids).toEqual(['history#mer_smoke#1', expect.stringMatching(/^key#/), 'merchant#mer_smoke']);
});

test('neither account nor transactions are in an index across merchants; those of others are', async () => {
  const { accounts: of, ...smoke } = target();
  const other = await of.create({ name: 'Loja', status: 'active', bankAccount: 'main' });
  await smokeAccount({ accounts: of, ...smoke });
  expect((await of.list()).map(({ merchantId }) => merchantId)).toEqual([other.merchantId]);
  expect((await itemsIn(TABLES.merchants, 'byStatus')).map(({ id }) => id?.S)).toEqual([
    `merchant#${other.merchantId}`,
  ]);

  const create = init(paymentsIn(client));
  const images: Attributes[] = [];
  for (const [merchantId, key] of [['mer_smoke'], ['mer_smoke', 'k'], [other.merchantId]] as const) {
    const caller = { merchantId, bankAccount: 'main' } as Parameters<typeof create>[1];
    const order = { orderId: 'A-1', amount: 100, currency: 'EUR', 'Idempotency-Key': key } as const;
    const { transactionId } = await create(order, caller);
    const Key = { transactionId: { S: transactionId }, item: { S: 'main' } };
    images.push((await client.send(new GetItemCommand({ TableName: TABLES.transactions, Key }))).Item ?? {});
  }
  const [, , ofOther] = images;
  const due = await itemsIn(TABLES.transactions, 'due');
  expect(due.map(({ transactionId }) => transactionId)).toEqual([ofOther?.transactionId]);
  const relay = compileFilters(STREAM_FILTERS.map((pattern) => JSON.stringify(pattern)));
  const records = images.map((image) => ({
    eventName: 'MODIFY',
    dynamodb: { OldImage: image, NewImage: { ...image, status: { S: 'paid' } } },
  }));
  expect(records.map((record) => relay(record))).toEqual([true, true, true]);
});
