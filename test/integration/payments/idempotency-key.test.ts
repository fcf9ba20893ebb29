import { DynamoDBClient, GetItemCommand, QueryCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { randomText } from '../../../functions/runtime/ids.ts';
import { calls, dependenciesOf, rig, test } from '../../fixtures/payments.ts';
import { CALLER_CONTEXT, STRANGER } from '../../support/api-event.ts';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { startLossyProxy } from '../../support/network/lossy-proxy.ts';
import { errorOf, paymentCalls } from '../../support/payment-calls.ts';

const order = () => ({ orderId: `ORDER-${randomText(12)}`, amount: 10.5 });
const newKey = () => randomText(20);
const headersWith = (key: string, name = 'Idempotency-Key') => ({ 'Content-Type': 'application/json', [name]: key });

/** Ids of the transactions of an order, as the table has them. */
async function created(orderId: string, merchantId = 'mer_a'): Promise<string[]> {
  const { Items = [] } = await rig.client.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      IndexName: 'byOrder',
      KeyConditionExpression: 'merchantId = :merchant AND externalOrderId = :order',
      ExpressionAttributeValues: toAttributes({ ':merchant': merchantId, ':order': orderId }),
    }),
  );
  return Items.map(({ transactionId }) => transactionId?.S ?? '');
}

describe('init with an Idempotency-Key', () => {
  test('answers a repeat with the first transaction and creates no second one', async () => {
    const body = order();
    const headers = headersWith(newKey());
    const answers = [];
    for (const _ of [1, 2, 3]) answers.push(await calls.init(body, { headers }));
    expect(new Set(answers.map(({ statusCode, text }) => `${statusCode} ${text}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(await created(body.orderId)).toEqual([answers[0]?.body.transactionId]);
  });

  test('compares the body as parsed, and finds the header by any case', async () => {
    const { orderId } = order();
    const key = newKey();
    const bodies = [
      `{"orderId":"${orderId}","amount":10.5}`,
      ` { "currency" : "EUR", "amount": 1.050e1, "orderId": "${orderId}", "unknown": [1] } `,
    ];
    const [first, second] = await Promise.all([
      calls.init(bodies[0], { headers: headersWith(key) }),
      calls.init(bodies[1], { headers: headersWith(key, 'IDEMPOTENCY-key') }),
    ]);
    expect(second?.body).toEqual(first?.body);
    expect(await created(orderId)).toHaveLength(1);
  });

  test.each<[string, (body: ReturnType<typeof order>) => object]>([
    ['amount', (body) => ({ ...body, amount: 10.51 })],
    ['order id', (body) => ({ ...body, orderId: `${body.orderId} ` })],
  ])('refuses another %s under the same key, and creates nothing', async (_, changed) => {
    const body = order();
    const headers = headersWith(newKey());
    await calls.init(body, { headers });
    const other = changed(body) as ReturnType<typeof order>;
    const refused = await calls.init(other, { headers });
    expect([refused.statusCode, errorOf(refused)]).toEqual([400, expect.stringMatching(/^Idempotency-Key was used/)]);
    expect(await created(other.orderId)).toHaveLength(other.orderId === body.orderId ? 1 : 0);
    expect((await calls.init(body, { headers })).statusCode).toBe(200);
  });

  test('does not use up the key of a refused body', async () => {
    const body = order();
    const headers = headersWith(newKey());
    expect((await calls.init({ ...body, amount: 0 }, { headers })).statusCode).toBe(400);
    expect((await calls.init(body, { headers })).statusCode).toBe(200);
    expect(await created(body.orderId)).toHaveLength(1);
  });

  test.each(['', 'a b', 'chave-é', 'x'.repeat(256)])(
    'refuses the key %j, naming it, and creates nothing',
    async (key) => {
      const body = order();
      const refused = await calls.init(body, { headers: headersWith(key) });
      expect([refused.statusCode, errorOf(refused)]).toEqual([400, expect.stringMatching(/^Idempotency-Key must be/)]);
      expect(await created(body.orderId)).toEqual([]);
    },
  );

  test.each(['!', '~', 'x'.repeat(255)])('accepts the key %s', async (key) => {
    const body = order();
    const authorizer = { ...CALLER_CONTEXT, merchantId: `mer_${randomText(20)}` };
    const answers = [await calls.init(body, { headers: headersWith(key), authorizer })];
    answers.push(await calls.init(body, { headers: headersWith(key), authorizer }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
  });

  test('belongs to one merchant', async () => {
    const body = order();
    const headers = headersWith(newKey());
    const [own, strange] = [
      await calls.init(body, { headers }),
      await calls.init(body, { headers, authorizer: { ...CALLER_CONTEXT, ...STRANGER } }),
    ];
    expect(strange.statusCode).toBe(200);
    expect(strange.body.transactionId).not.toBe(own.body.transactionId);
    expect(await created(body.orderId, 'mer_b')).toEqual([strange.body.transactionId]);
  });

  test('is the header: a field of that name in the body is ignored (D4)', async () => {
    const body = { ...order(), 'Idempotency-Key': 'key' };
    const ids = [await calls.init(body), await calls.init(body)].map((each) => each.body.transactionId);
    expect(new Set(ids).size).toBe(2);
  });

  test('of twenty requests at once creates one transaction, and all answer it', async () => {
    const body = order();
    const headers = headersWith(newKey());
    const answers = await Promise.all(Array.from({ length: 20 }, () => calls.init(body, { headers })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((each) => each.body.transactionId)).size).toBe(1);
    expect(await created(body.orderId)).toHaveLength(1);
  });

  test('of two bodies at once creates one, and refuses the other', async () => {
    for (let round = 0; round < 3; round += 1) {
      const bodies = [order(), order()];
      const headers = headersWith(newKey());
      const answers = await Promise.all(bodies.map((body) => calls.init(body, { headers })));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
      const ids = await Promise.all(bodies.map(({ orderId }) => created(orderId)));
      expect(ids.map((each) => each.length)).toEqual(answers.map(({ statusCode }) => (statusCode === 200 ? 1 : 0)));
    }
  });

  test('ends after 24 hours by our clock, whether DynamoDB has deleted it or not', async () => {
    const body = order();
    const key = newKey();
    const headers = headersWith(key);
    const first = await calls.init(body, { headers });
    const { Item } = await rig.client.send(
      new GetItemCommand({ TableName: TABLES.idempotencyKeys, Key: toAttributes({ id: `mer_a#${key}` }) }),
    );
    // Deleted never before, and soon after.
    const endsAt = rig.time.nowMs + DAY_MS;
    expect(Number(Item?.expiresAt?.N) * 1_000).toBeGreaterThanOrEqual(endsAt);
    expect(Number(Item?.expiresAt?.N) * 1_000).toBeLessThan(endsAt + 1_000);
    rig.time.nowMs = endsAt - 1;
    expect((await calls.init(body, { headers })).body).toEqual(first.body);
    rig.time.nowMs = endsAt;
    const later = await calls.init({ ...body, amount: 99 }, { headers });
    expect(later.statusCode).toBe(200);
    expect(later.body.transactionId).not.toBe(first.body.transactionId);
    expect((await calls.init({ ...body, amount: 99 }, { headers })).body).toEqual(later.body);
  });

  test('finds its transaction where the answer of the write was lost', async () => {
    const proxy = await startLossyProxy(rig.endpoint);
    const lossy = (maxAttempts: number) => new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint, maxAttempts });
    for (const maxAttempts of [1, 3]) {
      const client = lossy(maxAttempts);
      const body = order();
      const headers = headersWith(newKey());
      proxy.loseAnswerOf('TransactWriteItems');
      const first = await paymentCalls(dependenciesOf(rig, client)).init(body, { headers });
      // Without a repeat of the SDK the caller gets 500, and repeats the call.
      expect(first.statusCode).toBe(maxAttempts === 1 ? 500 : 200);
      const second = await calls.init(body, { headers });
      expect(await created(body.orderId)).toEqual([second.body.transactionId]);
      client.destroy();
    }
    expect(proxy.lost()).toBe(2);
    await proxy.close();
  });

  test('is not stored, and nothing is read, without the header', async () => {
    const keys = async () => (await rig.client.send(new ScanCommand({ TableName: TABLES.idempotencyKeys }))).Count;
    const before = await keys();
    const sent: string[] = [];
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
    client.middlewareStack.add(
      (next, context) => (args) => {
        sent.push(String(context.commandName));
        return next(args);
      },
      { step: 'initialize' },
    );
    const watched = paymentCalls(dependenciesOf(rig, client));
    await watched.init(order());
    expect(sent).toEqual(['PutItemCommand']);
    await watched.init(order(), { headers: headersWith(newKey()) });
    expect(sent).toEqual(['PutItemCommand', 'TransactWriteItemsCommand']);
    expect(await keys()).toBe((before ?? 0) + 1);
    client.destroy();
  });
});
