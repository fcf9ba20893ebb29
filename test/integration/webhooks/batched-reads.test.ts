import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { batchedReads, type ReadItem } from '../../../functions/webhooks/batched-reads.table.ts';
import { test as it } from '../../fixtures/tables.ts';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { type LossyProxy, startLossyProxy } from '../../support/network/lossy-proxy.ts';

/** Needs the embedded DynamoDB; a proxy before it counts the calls and changes answers. */

let proxy: LossyProxy;
let client: DynamoDBClient;
let readItem: ReadItem;
let calls: string[];

it.beforeAll(async ({ rig }) => {
  proxy = await startLossyProxy(rig.endpoint);
  client = new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint });
  client.middlewareStack.add(
    (next, context) => (args) => {
      calls.push((context as { commandName?: string }).commandName ?? '');
      return next(args);
    },
    { step: 'initialize' },
  );
  calls = [];
  for (let n = 0; n < 105; n += 1) await put(TABLES.transactions, { ...transactionKey(n), amountCents: n });
  await put(TABLES.merchants, { id: 'mer_1', name: 'Loja' });
});
afterAll(async () => {
  client.destroy();
  await proxy.close();
});
beforeEach(() => {
  readItem = batchedReads(client);
  calls = [];
});

const transactionKey = (n: number) => ({ transactionId: `tx_${n}`, item: 'main' });

async function put(TableName: string, item: Parameters<typeof toAttributes>[0]): Promise<void> {
  await client.send(new PutItemCommand({ TableName, Item: toAttributes(item) }));
}

const readTransaction = async (n: number) =>
  (await readItem(TABLES.transactions, toAttributes(transactionKey(n))))?.amountCents?.N;
const readMerchant = async (id: string) => (await readItem(TABLES.merchants, toAttributes({ id })))?.name?.S;

describe('reads requested together', () => {
  it('are sent in one call for each table, and each gets its own item', async () => {
    const read = [readTransaction(3), readMerchant('mer_1'), readTransaction(7), readMerchant('mer_none')];
    expect(await Promise.all(read)).toEqual(['3', 'Loja', '7', undefined]);
    expect(calls).toEqual(['BatchGetItemCommand', 'BatchGetItemCommand']);
  });

  it('are divided into calls of at most a hundred keys', async () => {
    const numbers = Array.from({ length: 105 }, (_, n) => n);
    expect(await Promise.all(numbers.map(readTransaction))).toEqual(numbers.map(String));
    expect(calls).toEqual(['BatchGetItemCommand', 'BatchGetItemCommand']);
  });

  it('are a GetItem when there is only one', async () => {
    expect(await readTransaction(5)).toBe('5');
    expect(calls).toEqual(['GetItemCommand']);
  });
});

describe('a read that the batch call does not answer', () => {
  it('is retried when its key was left out for throttling', async () => {
    proxy.changeAnswerOf('BatchGetItem', (text) => {
      const { Responses } = JSON.parse(text);
      const Keys = [toAttributes(transactionKey(2))];
      const answered = Responses[TABLES.transactions].filter((item: never) => !isItem(item, 'tx_2'));
      const UnprocessedKeys = { [TABLES.transactions]: { Keys } };
      return { status: 200, text: JSON.stringify({ Responses: { [TABLES.transactions]: answered }, UnprocessedKeys }) };
    });
    expect(await Promise.all([readTransaction(1), readTransaction(2)])).toEqual(['1', '2']);
    expect(calls).toEqual(['BatchGetItemCommand', 'BatchGetItemCommand']);
  });

  it('is made singly when the batch call is refused', async () => {
    proxy.changeAnswerOf('BatchGetItem', () => ({
      status: 400,
      text: JSON.stringify({ __type: 'com.amazonaws#AccessDeniedException', message: 'no' }),
    }));
    expect(await Promise.all([readTransaction(1), readTransaction(2)])).toEqual(['1', '2']);
    expect(calls).toEqual(['BatchGetItemCommand', 'GetItemCommand', 'GetItemCommand']);
  });

  it('rejects alone when its single call fails too', async () => {
    const refusal = { status: 400, text: JSON.stringify({ __type: 'com.amazonaws#AccessDeniedException' }) };
    proxy.changeAnswerOf('BatchGetItem', () => refusal);
    proxy.changeAnswerOf('GetItem', () => refusal);
    const outcomes = await Promise.allSettled([readTransaction(1), readTransaction(2)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

function isItem(item: { transactionId?: { S?: string } }, id: string): boolean {
  return item.transactionId?.S === id;
}
