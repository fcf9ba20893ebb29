import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { startsSeen } from '../../../rig/banks/bank-script.ts';
import { type LossyProxy, startLossyProxy } from '../../../rig/lossy-proxy.ts';
import { notify, paymentCalls } from '../../../rig/payment-calls.ts';
import { pushed } from '../../../rig/payment-starts.ts';
import { dependenciesOf, type RigDependencies, rig, test } from '../../../rig/payments.ts';
import { exceptionsOf, putTransaction, stored } from '../../../rig/stored-payments.ts';
import { ACCOUNT } from '../../../rig/tables.ts';
import { attemptWith } from '../../../rig/transactions.ts';
import { authorizerIn } from '../../../rig/wired.ts';

let proxy: LossyProxy;
let client: DynamoDBClient;
let dependencies: RigDependencies;
test.beforeAll(async ({ rig }) => {
  proxy = await startLossyProxy(rig.endpoint);
  client = new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint, maxAttempts: 3 });
});
afterAll(async () => {
  client.destroy();
  await proxy.close();
});
beforeEach(() => {
  dependencies = dependenciesOf(rig, client);
});

describe('invariant 3: a write whose answer is lost and which the SDK repeats', () => {
  test('settles once and counts as written', async () => {
    const { transactionId } = await putTransaction(rig);
    await paymentCalls(dependencies).mbway(transactionId);
    const transaction = await stored(rig, transactionId);
    const before = proxy.lost();
    proxy.loseAnswerOf('UpdateItem');
    expect((await notify(dependencies, transaction)).statusCode).toBe(200);
    expect(proxy.lost()).toBe(before + 1);
    const { status, settlements } = await stored(rig, transactionId);
    expect([status, settlements.length]).toEqual(['paid', 1]);
    expect(await exceptionsOf(rig, transactionId)).toEqual([]);
  });

  test.each(['customer-refused', 'expired'] as const)('settles by %s and recognises its own event', async (cause) => {
    const { transactionId } = await putTransaction(rig, { attempts: [attemptWith()], liveAttempt: 0 });
    proxy.loseAnswerOf('UpdateItem');
    const attempt = { index: 0, bankId: 'bank-0', method: 'MBWAY' as const };
    const judged = { transactionId, bankAccount: 'main', from: 'pending' as const, liveAttempt: 0 };
    const outcome = await dependencies.settle({ ...judged, cause, attempt });
    expect(outcome).toEqual({ kind: 'written' });
    expect((await stored(rig, transactionId)).settlements).toHaveLength(1);
  });

  test('claims a push once and sends it, because it recognises its own claim (invariant 2)', async () => {
    const { transactionId } = await putTransaction(rig);
    const before = proxy.lost();
    proxy.loseAnswerOf('UpdateItem');
    expect((await paymentCalls(dependencies).mbway(transactionId)).statusCode).toBe(200);
    expect(proxy.lost()).toBe(before + 1);
    expect(startsSeen(rig.sibs).pushes).toBe(1);
    expect((await stored(rig, transactionId)).attempts).toHaveLength(1);
  });

  test('creates a transaction once (§4.1)', async () => {
    proxy.loseAnswerOf('PutItem');
    const { statusCode, body } = await paymentCalls(dependencies).init({ orderId: 'a', amount: 1 });
    expect(statusCode).toBe(200);
    expect((await stored(rig, String(body.transactionId))).status).toBe('pending');
  });

  test('records an exception once (invariant 9)', async () => {
    const { transactionId } = await putTransaction(rig);
    await paymentCalls(dependencies).mbway(transactionId);
    const transaction = await stored(rig, transactionId);
    await notify(dependencies, transaction, { status: 'Timeout' });
    proxy.loseAnswerOf('PutItem');
    expect((await notify(dependencies, transaction)).statusCode).toBe(200);
    expect((await exceptionsOf(rig, transactionId)).map(({ kind }) => kind)).toEqual(['late']);
    expect((await stored(rig, transactionId)).status).toBe('paid');
  });

  test('never admits more than the limit: the repeated metering counts against the caller (D15)', async () => {
    const { meter } = authorizerIn(client);
    await meter('198.51.100.1', 1_000_000);
    proxy.loseAnswerOf('UpdateItem');
    expect(await meter('198.51.100.1', 1_000_000)).toMatchObject({ kind: 'admitted', remaining: 27 });
  });
});

/** A refused push, so that the payment is late and opens an exception in the same transaction; or one that waits. */
const begun = async (isLate: boolean) => {
  const transaction = await pushed();
  if (isLate) await notify(dependenciesOf(rig), transaction, { status: 'Declined' });
  return transaction;
};

test.for([
  ['a throttled write', 'UpdateItem', 'ThrottlingException'],
  ['a write beside a transaction', 'UpdateItem', 'TransactionConflictException'],
  ['a throttled transaction', 'TransactWriteItems', 'ThrottlingException'],
] as const)('%s that settles is repeated for 5 s, and not sent later (decision 0049)', async ([, operation, type]) => {
  for (const heldMs of [5_000, 5_001]) {
    const transaction = await begun(operation === 'TransactWriteItems');
    const { transactionId } = transaction;
    const before = await stored(rig, transactionId);
    rig.time.nowMs += 1_000;
    const beganMs = rig.time.nowMs;
    proxy.refuse(operation, () => {
      rig.time.nowMs += heldMs;
      return JSON.stringify({ __type: `com.amazonaws#${type}`, message: 'held' });
    });
    const isInTime = heldMs <= 5_000;
    if (!isInTime) {
      await expect(notify(dependencies, transaction)).rejects.toThrow('the call was not sent');
      expect(await stored(rig, transactionId)).toEqual(before);
    }
    // The bank repeats a notification that was not answered 200: nothing is lost, and it is recorded at its own time.
    expect((await notify(dependencies, transaction)).statusCode).toBe(200);
    const { status, settlements } = await stored(rig, transactionId);
    expect([status, settlements.length]).toEqual(['paid', before.settlements.length + 1]);
    expect(settlements.at(-1)?.settledAt).toBe(isInTime ? beganMs : rig.time.nowMs);
  }
});
