import { describe, expect } from 'vitest';
import { BANK_PAID_AT } from '../../bank/sibs-notification.ts';
import { NOT_REGISTERED } from '../../rig/banks/bank-script.ts';
import { notify, paymentCalls } from '../../rig/payment-calls.ts';
import { calls, dependencies, rig, test } from '../../rig/payments.ts';
import { stored } from '../../rig/stored-payments.ts';

async function begun(): Promise<string> {
  return String((await calls.init({ orderId: 'ORDER-1', amount: 10 })).body.transactionId);
}
const FACTS = { externalOrderId: 'ORDER-1', amount: 10, currency: 'EUR' };
const MB = { entity: '24000', reference: '123456789', expiresAt: '2026-02-15T23:59:59.000Z' };

describe('§2.1, §4.4: the status', () => {
  test('before a start has paymentMethod null and no mb (D5)', async () => {
    const transactionId = await begun();
    const answered = await calls.status(transactionId);
    expect(answered.statusCode).toBe(200);
    const expected = { transactionId, ...FACTS, status: 'pending', paymentMethod: null, paidAt: null };
    expect(answered.body).toEqual(expected);
    expect(Object.keys(answered.body)).not.toContain('mb');
  });

  test('is the current one where an eventually consistent read would lag', async () => {
    const transactionId = await begun();
    const { transactions } = dependencies;
    const old = await transactions.read(transactionId, true);
    await calls.mbway(transactionId);
    const read = async (id: string, consistent: boolean) => (consistent ? transactions.read(id, true) : old);
    const lagging = paymentCalls({ ...dependencies, transactions: { ...transactions, read } });
    expect((await lagging.status(transactionId)).body).toMatchObject({ paymentMethod: 'MBWAY' });
  });

  test('of a live push has MBWAY and no mb', async () => {
    const transactionId = await begun();
    await calls.mbway(transactionId);
    const { body } = await calls.status(transactionId);
    expect(body).toEqual({ transactionId, ...FACTS, status: 'pending', paymentMethod: 'MBWAY', paidAt: null });
  });

  test('of a paid push has the bank’s time and no mb (D21)', async () => {
    const transactionId = await begun();
    await calls.mbway(transactionId);
    await notify(dependencies, await stored(rig, transactionId));
    const { body } = await calls.status(transactionId);
    expect(body).toEqual({ transactionId, ...FACTS, status: 'paid', paymentMethod: 'MBWAY', paidAt: BANK_PAID_AT });
  });

  test('of an unpaid reference has mb with its three fields (§2.2)', async () => {
    const transactionId = await begun();
    await calls.multibanco(transactionId);
    const { body } = await calls.status(transactionId);
    expect(body).toEqual({
      transactionId,
      ...FACTS,
      status: 'pending',
      paymentMethod: 'REFERENCE',
      paidAt: null,
      mb: MB,
    });
  });

  test('of a paid reference keeps mb (D5)', async () => {
    const transactionId = await begun();
    await calls.multibanco(transactionId);
    await notify(dependencies, await stored(rig, transactionId), { method: 'REFERENCE' });
    const { body } = await calls.status(transactionId);
    expect(body).toMatchObject({ status: 'paid', paymentMethod: 'REFERENCE', paidAt: BANK_PAID_AT, mb: MB });
  });

  test('of an expired reference keeps mb (D5) and has no paidAt', async () => {
    const transactionId = await begun();
    await calls.multibanco(transactionId);
    await notify(dependencies, await stored(rig, transactionId), { method: 'REFERENCE', status: 'Timeout' });
    const { body } = await calls.status(transactionId);
    expect(body).toMatchObject({ status: 'cancelled', paymentMethod: 'REFERENCE', paidAt: null, mb: MB });
  });

  test('of a reference that an earlier push paid after all has MBWAY and no mb (§2.1)', async () => {
    const transactionId = await begun();
    rig.sibs.script('purchase', NOT_REGISTERED);
    await calls.mbway(transactionId);
    await calls.multibanco(transactionId);
    await notify(dependencies, await stored(rig, transactionId));
    const { body } = await calls.status(transactionId);
    expect(body).toEqual({ transactionId, ...FACTS, status: 'paid', paymentMethod: 'MBWAY', paidAt: BANK_PAID_AT });
  });

  test('of a refused push is failed, with its method', async () => {
    const transactionId = await begun();
    await calls.mbway(transactionId);
    await notify(dependencies, await stored(rig, transactionId), { status: 'Declined', statusCode: 'E0500' });
    const { body } = await calls.status(transactionId);
    expect(body).toEqual({ transactionId, ...FACTS, status: 'failed', paymentMethod: 'MBWAY', paidAt: null });
  });

  test('never queries the bank', async () => {
    const transactionId = await begun();
    await calls.status(transactionId);
    expect(rig.sibs.seen).toEqual([]);
  });
});

describe('the id of the query', () => {
  test('does not match another letter case or added white space', async () => {
    const transactionId = await begun();
    for (const near of [transactionId.toUpperCase(), ` ${transactionId}`, `${transactionId}\n`]) {
      expect((await calls.status(near)).statusCode).toBe(404);
    }
  });
});
