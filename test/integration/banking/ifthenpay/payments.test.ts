import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import {
  callbackQuery,
  listing,
  PUSH_ID,
  payPush,
  REFERENCE_ID,
  recorded,
} from '../../../rig/banks/scripted-ifthenpay.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { begunOn, callBack, sweep } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { stored, storedItem } from '../../../rig/stored-payments.ts';
import { itemSize } from '../../../support/measures/item-size.ts';

/** Starts a push whose answer ifthenpay loses; returns the transaction's id. */
async function lostPush(): Promise<string> {
  const transactionId = await begunOn();
  rig.provider.script('push', 'reset');
  expect((await calls.mbway(transactionId)).statusCode).toBe(502);
  return transactionId;
}

describe('a push by ifthenpay', () => {
  test('is recorded with the request id and a pointer, and is polled after 5 s', async () => {
    const transactionId = await begunOn();
    expect((await calls.mbway(transactionId)).statusCode).toBe(200);
    const { attempts } = await stored(rig, transactionId);
    expect(attempts).toMatchObject([{ state: 'live', statusId: PUSH_ID, bankId: expect.stringMatching(/^w/) }]);
    expect(await dependencies.transactions.readPointer('ifthenpay-1', attempts[0]?.bankId ?? '')).toBe(transactionId);
    expect(await dependencies.transactions.readPointer('ifthenpay-2', attempts[0]?.bankId ?? '')).toBeUndefined();
    expect(dependencies.polls).toEqual([{ message: { transactionId, index: 0, done: 0 }, delayS: 5 }]);
  });
});

describe('a push whose answer is lost', () => {
  test('is never sent again: the same call is 502 and another 400 until the window has ended', async () => {
    const transactionId = await lostPush();
    rig.provider.script('push', recorded('push-accepted'));
    for (const laterMs of [0, 31_000, 4 * MINUTE_MS]) {
      rig.time.nowMs = NOW_MS + laterMs;
      expect((await calls.mbway(transactionId)).statusCode).toBe(502);
      expect((await calls.mbway(transactionId, '936000000')).statusCode).toBe(400);
      expect((await calls.multibanco(transactionId)).statusCode).toBe(400);
    }
    expect(rig.provider.seenAt('push')).toHaveLength(1);
  });

  test('is settled by its callback, confirmed by the list of payments', async () => {
    const transactionId = await lostPush();
    const { attempts } = await stored(rig, transactionId);
    const query = callbackQuery('mbway', { orderId: attempts[0]?.bankId ?? '' });
    expect((await callBack(query)).statusCode).toBe(503);
    rig.provider.script('payments', listing({ amount: 10, paymentDate: '12-02-2026 19:09:00' }));
    expect((await callBack(query)).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid' });
    expect(rig.provider.seenAt('status')).toEqual([]);
  });

  test('is found paid by the sweep without a callback', async () => {
    const transactionId = await lostPush();
    rig.provider.script('payments', listing({ amount: 10, paymentDate: '12-02-2026 19:09:00' }));
    rig.time.nowMs = NOW_MS + 5 * MINUTE_MS + 1;
    await sweep();
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid' });
  });

  test('is cancelled without a payment by the sweep at the end of window and grace', async () => {
    const transactionId = await lostPush();
    rig.time.nowMs = NOW_MS + 5 * MINUTE_MS - 1;
    await sweep();
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
    rig.time.nowMs = NOW_MS + 6 * MINUTE_MS;
    await sweep();
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a reference by ifthenpay', () => {
  test('is returned with the provider’s expiry and recorded with its request id', async () => {
    const transactionId = await begunOn();
    expect((await calls.multibanco(transactionId)).body).toEqual({
      entity: '11249',
      reference: '123456789',
      amount: 10,
      expiresAt: '2026-02-15T23:59:59.000Z',
    });
    expect((await stored(rig, transactionId)).attempts).toMatchObject([{ state: 'live', statusId: REFERENCE_ID }]);
    expect(dependencies.polls).toEqual([]);
  });

  test('whose answer is lost cannot be paid: after 30 s another is issued', async () => {
    const transactionId = await begunOn();
    rig.provider.script('reference', 'reset');
    expect((await calls.multibanco(transactionId)).statusCode).toBe(502);
    rig.provider.script('reference', recorded('reference-issued'));
    expect((await calls.multibanco(transactionId)).statusCode).toBe(502);
    rig.time.nowMs = NOW_MS + 31_000;
    expect((await calls.multibanco(transactionId)).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toMatchObject({ liveAttempt: 1, mb: { reference: '123456789' } });
  });
});

test.each(['mbway', 'multibanco'] as const)('the main item of a payment by %s stays under 1 KB', async (method) => {
  const transactionId = await begunOn();
  await calls[method](transactionId);
  payPush(rig.provider);
  const orderId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
  expect((await callBack(callbackQuery(method, { orderId }))).statusCode).toBe(200);
  expect(itemSize(await storedItem(rig, transactionId))).toBeLessThan(1_024);
});
