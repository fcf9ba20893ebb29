import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { batchGet, MAX_BATCH_KEYS } from '../../../functions/dynamo/batch-get.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { test as it } from '../../rig/engine.ts';
import { type LossyProxy, startLossyProxy } from '../../rig/lossy-proxy.ts';
import { type SeenOperations, seeOperations } from '../../rig/seen-operations.ts';
import { ACCOUNT, TABLES } from '../../rig/tables.ts';

/** A proxy before the table changes answers. */

let proxy: LossyProxy;
let client: DynamoDBClient;
let seen: SeenOperations;

const ITEMS = MAX_BATCH_KEYS + 20;
const keyOf = (n: number) => toAttributes({ transactionId: `tx_${n}`, item: 'main' });

it.beforeAll(async ({ rig }) => {
  proxy = await startLossyProxy(rig.endpoint);
  client = new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint });
  seen = seeOperations(client);
  for (let n = 0; n < ITEMS; n += 1) {
    const Item = toAttributes({ transactionId: `tx_${n}`, item: 'main', amountCents: n });
    await client.send(new PutItemCommand({ TableName: TABLES.transactions, Item }));
  }
});
afterAll(async () => {
  client.destroy();
  await proxy.close();
});
beforeEach(() => {
  seen.length = 0;
});

async function amountsOf(numbers: readonly number[], consistent = false): Promise<(string | undefined)[]> {
  const items = await batchGet(client, TABLES.transactions, numbers.map(keyOf), consistent);
  return items.map((item) => item?.amountCents?.N);
}

describe('a batch read', () => {
  it('returns items in the order of the keys, undefined for a missing one and a repeated one twice', async () => {
    expect(await amountsOf([7, 9_999, 3, 7])).toEqual(['7', undefined, '3', '7']);
    expect(seen).toHaveLength(1);
  });

  it('reads more keys than one call accepts by several calls', async () => {
    const numbers = Array.from({ length: ITEMS }, (_, n) => n);
    expect(await amountsOf(numbers, true)).toEqual(numbers.map(String));
    expect(seen).toHaveLength(2);
  });

  it('makes no call without keys', async () => {
    expect(await amountsOf([])).toEqual([]);
    expect(seen).toHaveLength(0);
  });

  it('requests unprocessed keys again', async () => {
    proxy.changeAnswerOf('BatchGetItem', (text) => {
      const items = JSON.parse(text).Responses[TABLES.transactions] as { transactionId: { S: string } }[];
      const answered = items.filter(({ transactionId }) => transactionId.S !== 'tx_2');
      const UnprocessedKeys = { [TABLES.transactions]: { Keys: [keyOf(2)] } };
      return { status: 200, text: JSON.stringify({ Responses: { [TABLES.transactions]: answered }, UnprocessedKeys }) };
    });
    expect(await amountsOf([1, 2, 3])).toEqual(['1', '2', '3']);
    expect(seen).toHaveLength(2);
  });
});
