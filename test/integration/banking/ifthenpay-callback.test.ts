import { describe, expect } from 'vitest';
import { rig, test } from '../../fixtures/ifthenpay.ts';
import { exceptionsOf } from '../../support/payment-rig.ts';
import { callbackQuery, IFTHENPAY, listing, PUSH_ID, recorded } from '../../support/scripted-ifthenpay.ts';

/** A live push or an issued reference, and the query of its callback. */
async function started(method: 'mbway' | 'multibanco') {
  const transactionId = await rig.newTransaction();
  expect((await rig.calls[method](transactionId)).statusCode).toBe(200);
  const orderId = (await rig.stored(transactionId)).attempts[0]?.bankId ?? '';
  const query = (changed: Record<string, string> = {}) => callbackQuery(method, { orderId, ...changed });
  return { transactionId, orderId, query };
}
const exceptionsAt = (transactionId: string) => exceptionsOf(rig, transactionId);

describe('the callback of a push', () => {
  test('is confirmed by the status call before it is believed, then acknowledged', async () => {
    const { transactionId, query } = await started('mbway');
    rig.payPush();
    expect(await rig.callBack(query())).toMatchObject({ statusCode: 200 });
    expect(await rig.stored(transactionId)).toMatchObject({
      status: 'paid',
      paymentMethod: 'MBWAY',
      paidAt: Date.parse('2026-02-12T19:08:44Z'),
    });
    expect(rig.provider.seenAt('status')).toHaveLength(1);
  });

  test('that the status lags behind must come again', async () => {
    const { transactionId, query } = await started('mbway');
    expect((await rig.callBack(query())).statusCode).toBe(503);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'pending' });
    rig.payPush();
    expect((await rig.callBack(query())).statusCode).toBe(200);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'paid' });
  });

  test('repeated is acknowledged, changes nothing and asks nobody', async () => {
    const { transactionId, query } = await started('mbway');
    rig.payPush();
    await rig.callBack(query());
    const once = await rig.stored(transactionId);
    rig.provider.seen.length = 0;
    expect((await rig.callBack(query())).statusCode).toBe(200);
    expect(await rig.stored(transactionId)).toEqual(once);
    expect(rig.provider.seen).toEqual([]);
    expect(await exceptionsAt(transactionId)).toEqual([]);
  });

  test('that the bank contradicts is not believed, and an exception is opened', async () => {
    const { transactionId, query } = await started('mbway');
    rig.provider.script('status', recorded('status-rejected'));
    expect((await rig.callBack(query())).statusCode).toBe(503);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'pending' });
    expect(rig.lines).toContainEqual(expect.objectContaining({ level: 'error', transactionId, bankStatus: 'refused' }));
  });

  test.each([
    ['sum', { amount: '9.00' }],
    ['request id', { requestId: 'another' }],
  ])('with another %s is none that the list has: what the list has counts, and it is retried', async (_, changed) => {
    const { transactionId, query } = await started('mbway');
    rig.provider.script('status', recorded('status-paid'));
    expect((await rig.callBack(query(changed))).statusCode).toBe(503);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'pending' });
    rig.payPush();
    expect((await rig.callBack(query(changed))).statusCode).toBe(503);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'paid' });
    expect(await exceptionsAt(transactionId)).toEqual([]);
    expect(rig.provider.seenAt('status')).toEqual([]);
  });

  test('after the refusal it was wrong about is late money', async () => {
    const { transactionId, query } = await started('mbway');
    rig.provider.script('status', recorded('status-rejected'));
    await rig.poll({ transactionId, index: 0, done: 0 });
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'failed' });
    rig.payPush();
    expect((await rig.callBack(query())).statusCode).toBe(200);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'paid' });
    expect(await exceptionsAt(transactionId)).toMatchObject([{ kind: 'late' }]);
  });
});

describe('the callback of a reference', () => {
  test('that fits in order id, request id and sum is believed as it is', async () => {
    const { transactionId, query } = await started('multibanco');
    expect((await rig.callBack(query())).statusCode).toBe(200);
    expect(await rig.stored(transactionId)).toMatchObject({
      status: 'paid',
      paymentMethod: 'REFERENCE',
      paidAt: Date.parse('2026-02-13T15:41:00Z'),
    });
    expect(rig.provider.seenAt('payments')).toEqual([]);
  });

  test('repeated is the same payment, and with another time a second one', async () => {
    const { transactionId, query } = await started('multibanco');
    await rig.callBack(query());
    expect((await rig.callBack(query())).statusCode).toBe(200);
    expect(await exceptionsAt(transactionId)).toEqual([]);
    expect((await rig.callBack(query({ payment_datetime: '14-02-2026 08:00:00' }))).statusCode).toBe(200);
    expect(await exceptionsAt(transactionId)).toMatchObject([{ kind: 'paid-twice' }]);
  });

  test.each([
    ['less', '9.50', { status: 'pending' }, [{ kind: 'underpaid', expectedCents: 1_000, receivedCents: 950 }]],
    ['more', '11.00', { status: 'paid' }, [{ kind: 'overpaid', expectedCents: 1_000, receivedCents: 1_100 }]],
  ])('of %s than was asked for is confirmed by the list, then for a person', async (_, amount, becomes, exceptions) => {
    const { transactionId, query } = await started('multibanco');
    expect((await rig.callBack(query({ amount }))).statusCode).toBe(503);
    rig.provider.script('payments', listing({ amount, paymentDate: '13-02-2026 15:41:00' }));
    expect((await rig.callBack(query({ amount }))).statusCode).toBe(200);
    expect(await rig.stored(transactionId)).toMatchObject(becomes);
    expect(await exceptionsAt(transactionId)).toMatchObject(exceptions);
  });

  test('of a part that the list never has is retried, and on record once', async () => {
    const { transactionId, query } = await started('multibanco');
    rig.provider.script('payments', listing({ amount: '2.00', paymentDate: '13-02-2026 15:41:00' }));
    const part = query({ amount: '3.00', payment_datetime: '13-02-2026 15:41:20' });
    expect((await rig.callBack(part)).statusCode).toBe(503);
    expect((await rig.callBack(part)).statusCode).toBe(503);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'pending' });
    const sums = (await exceptionsAt(transactionId)).map(({ kind, receivedCents }) => [kind, receivedCents]);
    expect(sums.sort()).toEqual([
      ['underpaid', 200],
      ['underpaid', 300],
    ]);
  });

  test('with another request id is not on record before the list has it: the key alone proves little', async () => {
    const { transactionId, query } = await started('multibanco');
    expect((await rig.callBack(query({ amount: '3.00', requestId: 'another' }))).statusCode).toBe(503);
    expect(await exceptionsAt(transactionId)).toEqual([]);
  });

  test('that reports the money was given back is kept with the transaction, whose status stays', async () => {
    const { transactionId, query } = await started('multibanco');
    await rig.callBack(query());
    const answer = await rig.callBack(query({ status: 'DEVOLVIDO', payment_datetime: '20-02-2026 10:00:00' }));
    expect(answer.statusCode).toBe(200);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'paid' });
    expect(rig.lines).toContainEqual(expect.objectContaining({ outcome: 'refund kept', transactionId }));
  });
});

describe('a callback that is not ours', () => {
  test.each([
    ['without the key', { key: '' }],
    ['with another key', { key: 'f'.repeat(32) }],
    ['with the beginning of the key', { key: IFTHENPAY.antiPhishingKey.slice(0, -1) }],
  ])('%s is refused, alarmed and changes nothing; the key stands in no log', async (_, changed) => {
    const { transactionId, query } = await started('mbway');
    rig.payPush();
    expect((await rig.callBack(query(changed))).statusCode).toBe(400);
    expect(await rig.stored(transactionId)).toMatchObject({ status: 'pending' });
    expect(rig.lines).toContainEqual(expect.objectContaining({ level: 'error', detail: 'anti-phishing key' }));
  });

  test.each(['orderId', 'requestId', 'amount'])('but authentic, without %s is refused', async (name) => {
    const { query } = await started('mbway');
    expect((await rig.callBack(query({ [name]: '' }))).statusCode).toBe(400);
  });

  test('of a start of our form that nothing leads to must come again', async () => {
    const answer = await rig.callBack(callbackQuery('mbway', { orderId: 'w00000000000000' }));
    expect(answer.statusCode).toBe(404);
    expect(rig.lines).toContainEqual(expect.objectContaining({ level: 'error' }));
  });

  test('of another order on the same contract is kept for finance and acknowledged', async () => {
    const requestId = `foreign${Date.now()}`;
    const answer = await rig.callBack(callbackQuery('mbway', { orderId: 'SHOP-77', amount: '31.50', requestId }));
    expect(answer.statusCode).toBe(200);
    expect(await exceptionsAt(`foreign_${requestId}`)).toMatchObject([
      { kind: 'unknown-payment', receivedCents: 3_150 },
    ]);
  });
});

test('no key, phone or query of all this stands in a log line', async () => {
  const { query } = await started('mbway');
  rig.payPush();
  await rig.callBack(query({ key: 'wrong-wrong-wrong-wrong' }));
  await rig.callBack(query({ amount: 'x' }));
  await rig.callBack(query());
  const log = JSON.stringify(rig.lines);
  for (const secret of ['wrong-wrong', ...Object.values(IFTHENPAY), '912345678', 'key=']) {
    expect(log).not.toContain(secret);
  }
  expect(log).toContain(PUSH_ID);
});
