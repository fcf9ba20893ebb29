import { describe, expect, test } from 'vitest';
import { assertRepeats, readIdempotencyKey } from '../../../../functions/payments/init/idempotency-key.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { transactionWith } from '../../../rig/transactions.ts';

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

describe('decision 0043: a key', () => {
  test.each(['!', '~', 'x'.repeat(255)])('%s is accepted', (key) => {
    expect(readIdempotencyKey(key)).toEqual({ ok: true, value: key });
  });

  test.each(['', 'a b', 'chave-é', 'x'.repeat(256), ['a', 'b'], undefined])('%j is refused', (key) => {
    expect(readIdempotencyKey(key)).toMatchObject({ ok: false, problem: expect.stringMatching(/^must be sent once/) });
  });
});
