import { beforeEach, describe, expect } from 'vitest';
import { callbackQuery, listing, PUSH_ID, recorded } from '../../../rig/banks/scripted-ifthenpay.ts';
import { errorOf } from '../../../rig/payment-calls.ts';
import { begunOn, callBack, poll } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { exceptionsOf, openExceptionIds, stored } from '../../../rig/stored-payments.ts';

/** ifthenpay is scripted; it answers 401 to a wrong key. */

let transactionId: string;
beforeEach(async () => {
  transactionId = await begunOn();
});

const UNAUTHORIZED = { status: 401, body: '{"Message":"Unauthorized"}' };

/** Order ids of the pushes requested from ifthenpay. */
const orderIds = (): string[] => rig.provider.seenAt('push').map(({ body }) => JSON.parse(body).orderId);

async function fault(count = 1): Promise<void> {
  rig.provider.script('push', UNAUTHORIZED);
  for (let done = 0; done < count; done += 1) {
    const answered = await calls.mbway(transactionId);
    expect([done, answered.statusCode, errorOf(answered)]).toEqual([done, 502, expect.stringContaining('our side')]);
  }
  rig.provider.script('push', recorded('push-accepted'));
}

describe('invariant 9: a callback of money under the order id of such a start', () => {
  const paidTo = (orderId = '') => callBack(callbackQuery('mbway', { orderId, amount: '10.00' }));

  const list = () => rig.provider.script('payments', listing({ amount: 10 }));

  test('is recorded on the transaction once the list has it, with merchant and amount', async () => {
    await fault();
    const [orderId] = orderIds();
    expect((await paidTo(orderId)).statusCode).toBe(503);
    list();
    expect((await paidTo(orderId)).statusCode).toBe(200);
    const known = { bankId: orderId, merchantId: 'mer_a' };
    expect(await exceptionsOf(rig, transactionId)).toMatchObject([
      { ...known, kind: 'unknown-payment', state: 'open', receivedCents: 1_000 },
      { ...known, kind: 'unclear-payment', state: 'closed', receivedCents: null },
    ]);
    expect(await openExceptionIds(rig)).toContain(transactionId);
    expect((await stored(rig, transactionId)).status).toBe('pending');
  });

  test('never settles the push that has its index now', async () => {
    await fault();
    await calls.mbway(transactionId);
    const before = await stored(rig, transactionId);
    list();
    expect((await paidTo(orderIds()[0])).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toEqual({ ...before, otherMoney: 1 });
    expect(await exceptionsOf(rig, transactionId)).toHaveLength(1);
  });

  test('on another account is foreign', async () => {
    await fault();
    const [orderId = ''] = orderIds();
    await dependencies.transactions.writePointer('ifthenpay-1', orderId, await begunOn('ifthenpay-2'));
    list();
    expect((await paidTo(orderId)).statusCode).toBe(200);
    expect(await exceptionsOf(rig, `foreign_ifthenpay-1_${orderId}`)).toMatchObject([{ kind: 'unknown-payment' }]);
  });
});

describe('a poll of a push', () => {
  test('that was withdrawn makes no inquiry', async () => {
    await fault();
    await poll({ transactionId, index: 0, done: 0 });
    expect([rig.provider.seenAt('status'), rig.provider.seenAt('payments'), dependencies.polls]).toEqual([[], [], []]);
  });

  test('whose index another push has now queries that one, by its own id', async () => {
    await fault();
    await calls.mbway(transactionId);
    await poll({ transactionId, index: 0, done: 3 });
    expect(rig.provider.seenAt('status').map(({ path }) => path.endsWith(`requestId=${PUSH_ID}`))).toEqual([true]);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending', liveAttempt: 0 });
  });
});
