import { describe, expect } from 'vitest';
import { begunOn, callBack, calls, dependencies, poll, rig, test } from '../../fixtures/payments.ts';
import {
  callbackQuery,
  IFTHENPAY,
  listing,
  PUSH_ID,
  payPush,
  recorded,
} from '../../support/banks/scripted-ifthenpay.ts';
import { exceptionsOf, stored } from '../../support/stored-payments.ts';

/** Starts a push or issues a reference; returns its id and the query of its callback. */
async function started(method: 'mbway' | 'multibanco') {
  const transactionId = await begunOn();
  expect((await calls[method](transactionId)).statusCode).toBe(200);
  const orderId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
  const query = (changed: Record<string, string> = {}) => callbackQuery(method, { orderId, ...changed });
  return { transactionId, orderId, query };
}
const exceptionsAt = (transactionId: string) => exceptionsOf(rig, transactionId);

describe('the callback of a push', () => {
  test('is confirmed by the status call before it is applied and acknowledged', async () => {
    const { transactionId, query } = await started('mbway');
    payPush(rig.provider);
    expect(await callBack(query())).toMatchObject({ statusCode: 200 });
    expect(await stored(rig, transactionId)).toMatchObject({
      status: 'paid',
      paymentMethod: 'MBWAY',
      paidAt: Date.parse('2026-02-12T19:08:44Z'),
    });
    expect(rig.provider.seenAt('status')).toHaveLength(1);
  });

  test('is refused until the status shows the payment', async () => {
    const { transactionId, query } = await started('mbway');
    expect((await callBack(query())).statusCode).toBe(503);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
    payPush(rig.provider);
    expect((await callBack(query())).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid' });
  });

  test('repeated is acknowledged, changes nothing and causes no inquiry', async () => {
    const { transactionId, query } = await started('mbway');
    payPush(rig.provider);
    await callBack(query());
    const once = await stored(rig, transactionId);
    rig.provider.seen.length = 0;
    expect((await callBack(query())).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toEqual(once);
    expect(rig.provider.seen).toEqual([]);
    expect(await exceptionsAt(transactionId)).toEqual([]);
  });

  test('contradicted by the bank is not applied, and is logged as an error', async () => {
    const { transactionId, query } = await started('mbway');
    rig.provider.script('status', recorded('status-rejected'));
    expect((await callBack(query())).statusCode).toBe(503);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
    expect(dependencies.lines).toContainEqual(
      expect.objectContaining({ level: 'error', transactionId, bankStatus: 'refused' }),
    );
  });

  test.each([
    ['sum', { amount: '9.00' }],
    ['request id', { requestId: 'another' }],
  ])('with another %s is refused, while the payment in the list is applied', async (_, changed) => {
    const { transactionId, query } = await started('mbway');
    rig.provider.script('status', recorded('status-paid'));
    expect((await callBack(query(changed))).statusCode).toBe(503);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
    payPush(rig.provider);
    expect((await callBack(query(changed))).statusCode).toBe(503);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid' });
    expect(await exceptionsAt(transactionId)).toEqual([]);
    expect(rig.provider.seenAt('status')).toEqual([]);
  });

  test('after a wrong refusal is late money', async () => {
    const { transactionId, query } = await started('mbway');
    rig.provider.script('status', recorded('status-rejected'));
    await poll({ transactionId, index: 0, done: 0 });
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'failed' });
    payPush(rig.provider);
    expect((await callBack(query())).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid' });
    expect(await exceptionsAt(transactionId)).toMatchObject([{ kind: 'late' }]);
  });
});

describe('the callback of a reference', () => {
  test('with matching order id, request id and amount is applied without an inquiry', async () => {
    const { transactionId, query } = await started('multibanco');
    expect((await callBack(query())).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toMatchObject({
      status: 'paid',
      paymentMethod: 'REFERENCE',
      paidAt: Date.parse('2026-02-13T15:41:00Z'),
    });
    expect(rig.provider.seenAt('payments')).toEqual([]);
  });

  test.each([
    ['less', '9.50', { status: 'pending' }, [{ kind: 'underpaid', expectedCents: 1_000, receivedCents: 950 }]],
    ['more', '11.00', { status: 'paid' }, [{ kind: 'overpaid', expectedCents: 1_000, receivedCents: 1_100 }]],
  ])(
    'of %s than requested is confirmed by the list and becomes an exception',
    async (_, amount, becomes, exceptions) => {
      const { transactionId, query } = await started('multibanco');
      expect((await callBack(query({ amount }))).statusCode).toBe(503);
      rig.provider.script('payments', listing({ amount, paymentDate: '13-02-2026 15:41:00' }));
      expect((await callBack(query({ amount }))).statusCode).toBe(200);
      expect(await stored(rig, transactionId)).toMatchObject(becomes);
      expect(await exceptionsAt(transactionId)).toMatchObject(exceptions);
    },
  );

  test('of a part that the list does not have is retried, and recorded once', async () => {
    const { transactionId, query } = await started('multibanco');
    rig.provider.script('payments', listing({ amount: '2.00', paymentDate: '13-02-2026 15:41:00' }));
    const part = query({ amount: '3.00', payment_datetime: '13-02-2026 15:41:20' });
    expect((await callBack(part)).statusCode).toBe(503);
    expect((await callBack(part)).statusCode).toBe(503);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
    const sums = (await exceptionsAt(transactionId)).map(({ kind, receivedCents }) => [kind, receivedCents]);
    expect(sums.sort()).toEqual([
      ['underpaid', 200],
      ['underpaid', 300],
    ]);
  });

  test('with another request id is not recorded before the list has it: the key alone is weak proof', async () => {
    const { transactionId, query } = await started('multibanco');
    expect((await callBack(query({ amount: '3.00', requestId: 'another' }))).statusCode).toBe(503);
    expect(await exceptionsAt(transactionId)).toEqual([]);
  });
});

describe('a callback that is forged, incomplete or foreign', () => {
  test.each([
    ['without the key', { key: '' }],
    ['with another key', { key: 'f'.repeat(32) }],
    ['with the beginning of the key', { key: IFTHENPAY.antiPhishingKey.slice(0, -1) }],
  ])('%s is refused, is logged for the alarm and changes nothing; the key is not logged', async (_, changed) => {
    const { transactionId, query } = await started('mbway');
    payPush(rig.provider);
    expect((await callBack(query(changed))).statusCode).toBe(400);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
    expect(dependencies.lines).toContainEqual(expect.objectContaining({ level: 'warn', detail: 'anti-phishing key' }));
  });

  test.each(['orderId', 'requestId', 'amount'])('authentic but without %s is refused', async (name) => {
    const { query } = await started('mbway');
    expect((await callBack(query({ [name]: '' }))).statusCode).toBe(400);
  });

  test('with an order id of our form and without a pointer is refused, to be resent', async () => {
    const answer = await callBack(callbackQuery('mbway', { orderId: 'w00000000000000' }));
    expect(answer.statusCode).toBe(404);
    expect(dependencies.lines).toContainEqual(expect.objectContaining({ level: 'error' }));
  });

  test('of another order on the same contract is recorded for finance and acknowledged', async () => {
    const requestId = `foreign${Date.now()}`;
    const answer = await callBack(callbackQuery('mbway', { orderId: 'SHOP-77', amount: '31.50', requestId }));
    expect(answer.statusCode).toBe(200);
    expect(await exceptionsAt(`foreign_${requestId}`)).toMatchObject([
      { kind: 'unknown-payment', receivedCents: 3_150 },
    ]);
  });
});

test('no log line of these tests contains a key, a phone or a query', async () => {
  const { query } = await started('mbway');
  payPush(rig.provider);
  await callBack(query({ key: 'wrong-wrong-wrong-wrong' }));
  await callBack(query({ amount: 'x' }));
  await callBack(query());
  const log = JSON.stringify(dependencies.lines);
  for (const secret of ['wrong-wrong', ...Object.values(IFTHENPAY), '912345678', 'key=']) {
    expect(log).not.toContain(secret);
  }
  expect(log).toContain(PUSH_ID);
});
