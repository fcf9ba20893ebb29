import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isTransactionId, transactionIdOfKey } from '../../../functions/payments/ids.ts';
import { assertRepeats } from '../../../functions/payments/init/idempotency-key.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { NOW_MS } from '../../rig/banks/scripted-sibs.ts';
import { transactionWith } from '../../rig/transactions.ts';

const MERCHANT = 'mer_0123456789abcdefghjkmnpq';
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

describe('decision 0043: the id of a key’s transaction', () => {
  test('is 24 characters of the SHA-256 of merchant and key, the same in every version of the service', () => {
    // sha256sum of `mer_0123456789abcdefghjkmnpq`, a line feed and `checkout-1`: 48c3d855489ddfaa323ef602bb1465032e0c72a0a7491d56…
    expect(transactionIdOfKey(MERCHANT, 'checkout-1')).toBe('tx_83rn8xzajyp2vm53ecj079xp');
    for (const key of ['!', '~', '#', 'checkout-1', 'x'.repeat(255)]) {
      const digest = createHash('sha256').update(MERCHANT).update('\n').update(key).digest();
      const characters = Array.from(digest.subarray(0, 24), (byte) => ALPHABET[byte % 32]);
      const id = transactionIdOfKey(MERCHANT, key);
      expect(id).toBe(`tx_${characters.join('')}`);
      expect(isTransactionId(id)).toBe(true);
    }
  });

  test('is another for each merchant and each key, wherever one ends and the other begins', () => {
    const pairs = [
      ['mer_a', 'b1'],
      ['mer_ab', '1'],
      ['mer_a', 'b'],
      ['mer_b', 'b1'],
      ['mer_', 'ab1'],
    ] as const;
    expect(new Set(pairs.map(([merchantId, key]) => transactionIdOfKey(merchantId, key))).size).toBe(pairs.length);
  });
});

describe('decision 0043: a request repeats the one that created the transaction', () => {
  const created = transactionWith({ createdAt: Date.parse('2026-07-19T23:30:00Z') });
  const refusal = (laterMs: number, fields: Partial<Transaction> = {}) => {
    try {
      assertRepeats({ ...created, createdAt: created.createdAt + laterMs, ...fields }, created);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };
  const OTHERS: Partial<Transaction>[] = [{ externalOrderId: 'ORDER-1 ' }, { amountCents: 1_001 }];

  test('within 24 hours, whatever has become of it, and also by a clock that is behind', () => {
    for (const laterMs of [-1_000, 0, 1, DAY_MS - 1]) expect(refusal(laterMs)).toBeUndefined();
    const paid = transactionWith({ status: 'paid', paymentMethod: 'MBWAY', paidBy: 0, bankAccount: 'former' });
    expect(() => assertRepeats(transactionWith({ createdAt: NOW_MS }), paid)).not.toThrow();
  });

  test.each(OTHERS)('but not with another body: %o', (fields) => {
    const text = 'Idempotency-Key was used with another body: send a new key, or the same body';
    for (const laterMs of [0, DAY_MS - 1]) expect(refusal(laterMs, fields)).toBe(text);
  });

  test('nor later, whatever its body: the error names the day of the creation in Lisbon', () => {
    const text = 'Idempotency-Key was used on 2026-07-20: send a new key';
    for (const laterMs of [DAY_MS, 400 * DAY_MS]) {
      for (const fields of [{}, ...OTHERS]) expect(refusal(laterMs, fields)).toBe(text);
    }
  });

  test('never where the stored transaction is another merchant’s', () => {
    expect(refusal(0, { merchantId: 'mer_b' })).toMatch(/^Idempotency-Key was used/);
  });
});
