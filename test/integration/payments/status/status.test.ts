import { describe, expect } from 'vitest';
import { BANK_PAID_AT } from '../../../bank/sibs-notification.ts';
import { NOT_REGISTERED } from '../../../rig/banks/bank-script.ts';
import { notify, paymentCalls } from '../../../rig/payment-calls.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { stored } from '../../../rig/stored-payments.ts';

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

  const paidAt = BANK_PAID_AT;
  type Notified = Parameters<typeof notify>[2];
  test.each<[string, 'mbway' | 'multibanco', Notified | undefined, object]>([
    ['of a live push', 'mbway', undefined, { status: 'pending', paidAt: null }],
    ['of a paid push has the bank’s time (D21)', 'mbway', {}, { status: 'paid', paidAt }],
    ['of a refused push', 'mbway', { status: 'Declined', statusCode: 'E0500' }, { status: 'failed', paidAt: null }],
    ['of an unpaid reference has mb (§2.2)', 'multibanco', undefined, { status: 'pending', paidAt: null }],
    ['of a paid reference keeps mb (D5)', 'multibanco', { method: 'REFERENCE' }, { status: 'paid', paidAt }],
    [
      'of an expired reference keeps mb (D5)',
      'multibanco',
      { method: 'REFERENCE', status: 'Timeout' },
      { status: 'cancelled', paidAt: null },
    ],
  ])('%s', async (_, method, notified, expected) => {
    const transactionId = await begun();
    await calls[method](transactionId);
    if (notified) await notify(dependencies, await stored(rig, transactionId), notified);
    const { body } = await calls.status(transactionId);
    const ofMethod = method === 'mbway' ? { paymentMethod: 'MBWAY' } : { paymentMethod: 'REFERENCE', mb: MB };
    expect(body).toEqual({ transactionId, ...FACTS, ...expected, ...ofMethod });
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
