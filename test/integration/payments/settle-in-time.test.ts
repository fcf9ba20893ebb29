import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect } from 'vitest';
import { dependenciesOf, pushed, rig, test } from '../../fixtures/payments.ts';
import { ACCOUNT } from '../../support/created-tables.ts';
import { type LossyProxy, startLossyProxy } from '../../support/network/lossy-proxy.ts';
import { notify } from '../../support/payment-calls.ts';
import { stored } from '../../support/stored-payments.ts';

let proxy: LossyProxy;
let client: DynamoDBClient;
test.beforeAll(async ({ rig }) => {
  proxy = await startLossyProxy(rig.endpoint);
  client = new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint, maxAttempts: 3 });
});
afterAll(async () => {
  client.destroy();
  await proxy.close();
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
  const dependencies = dependenciesOf(rig, client);
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
