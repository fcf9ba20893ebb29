import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { transactionIdOfKey } from '../../../../functions/payments/ids.ts';
import { toAttributes } from '../../../../functions/runtime/attributes.ts';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';
import { randomText } from '../../../../functions/runtime/ids.ts';
import { CALLER_CONTEXT, STRANGER } from '../../../rig/api-event.ts';
import { startLossyProxy } from '../../../rig/lossy-proxy.ts';
import { errorOf, notify, paymentCalls } from '../../../rig/payment-calls.ts';
import { calls, dependencies, dependenciesOf, rig, test } from '../../../rig/payments.ts';
import { seeOperations } from '../../../rig/seen-operations.ts';
import { stored } from '../../../rig/stored-payments.ts';
import { ACCOUNT, TABLES } from '../../../rig/tables.ts';

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

  test('does not use up the key of a refused body', async () => {
    const body = order();
    const headers = headersWith(newKey());
    expect((await calls.init({ ...body, amount: 0 }, { headers })).statusCode).toBe(400);
    expect((await calls.init(body, { headers })).statusCode).toBe(200);
    expect(await created(body.orderId)).toHaveLength(1);
  });

  test('belongs to one merchant', async () => {
    const body = order();
    const key = newKey();
    const headers = headersWith(key);
    const [own, strange] = [
      await calls.init(body, { headers }),
      await calls.init(body, { headers, authorizer: { ...CALLER_CONTEXT, ...STRANGER } }),
    ];
    expect(strange.statusCode).toBe(200);
    expect(strange.body.transactionId).not.toBe(own.body.transactionId);
    expect(await created(body.orderId, 'mer_b')).toEqual([strange.body.transactionId]);
    // Who knows merchant and key knows the id, which opens nothing.
    const ownId = transactionIdOfKey('mer_a', key);
    expect(own.body.transactionId).toBe(ownId);
    const authorizer = { ...CALLER_CONTEXT, ...STRANGER };
    expect((await calls.status(ownId, { authorizer })).statusCode).toBe(404);
    expect((await calls.mbway(ownId, undefined, { authorizer })).statusCode).toBe(404);
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

  test('answers the transaction for 24 hours by our clock, and is refused after them', async () => {
    const body = order();
    const headers = headersWith(newKey());
    const first = await calls.init(body, { headers });
    rig.time.nowMs += DAY_MS - 1;
    expect((await calls.init(body, { headers })).body).toEqual(first.body);
    rig.time.nowMs += 1;
    expect(errorOf(await calls.init(body, { headers }))).toBe('Idempotency-Key was used on 2026-02-12: send a new key');
    expect(await created(body.orderId)).toEqual([first.body.transactionId]);
  });

  test('answers a transaction that has been started and paid, and changes nothing of it', async () => {
    const body = order();
    const headers = headersWith(newKey());
    const first = await calls.init(body, { headers });
    const id = String(first.body.transactionId);
    await calls.mbway(id);
    await notify(dependencies, await stored(rig, id), { euros: 10.5 });
    const paid = await stored(rig, id);
    expect(paid.status).toBe('paid');
    rig.time.nowMs += 1_000;
    expect((await calls.init(body, { headers })).body).toEqual(first.body);
    expect(await stored(rig, id)).toEqual(paid);
  });

  test('finds its transaction where the answer of the write was lost', async () => {
    const proxy = await startLossyProxy(rig.endpoint);
    const lossy = (maxAttempts: number) => new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint, maxAttempts });
    for (const maxAttempts of [1, 3]) {
      const client = lossy(maxAttempts);
      const body = order();
      const headers = headersWith(newKey());
      proxy.loseAnswerOf('PutItem');
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

  test('waits while another write of its transaction is under way', async () => {
    const proxy = await startLossyProxy(rig.endpoint);
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint });
    const body = order();
    const headers = headersWith(newKey());
    const first = await calls.init(body, { headers });
    const conflict = { __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException' };
    proxy.changeAnswerOf('PutItem', () => ({ status: 400, text: JSON.stringify(conflict) }));
    expect((await paymentCalls(dependenciesOf(rig, client)).init(body, { headers })).body).toEqual(first.body);
    client.destroy();
    await proxy.close();
  });

  test('costs nothing: with it and without, init is one write', async () => {
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
    const sent = seeOperations(client);
    const watched = paymentCalls(dependenciesOf(rig, client));
    await watched.init(order());
    const headers = headersWith(newKey());
    const body = order();
    await watched.init(body, { headers });
    await watched.init(body, { headers });
    expect(sent).toEqual(Array(3).fill('PutItem'));
    client.destroy();
  });
});
