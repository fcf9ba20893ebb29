import { beforeAll, describe, expect, test } from 'vitest';
import { BOOKS_BUDGET, type Ledger, PAYMENT_BUDGET, paymentLedger } from '../../bench/ledger-section.ts';

describe('one MB WAY payment: init, mbway, notification, three polls, one delivered webhook', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await paymentLedger();
  }, 120_000);
  const callsOf = (name: string) => ledger.calls.filter(({ functionName }) => functionName.endsWith(name));

  test('stays within its budget of write units, read units and queue sends', () => {
    const lines = ledger.calls.map((call) => Object.values(call).map(String).join(' '));
    expect(ledger.sums.writeUnits, lines.join('\n')).toBeLessThanOrEqual(PAYMENT_BUDGET.writeUnits);
    expect(ledger.sums.readUnits, lines.join('\n')).toBeLessThanOrEqual(PAYMENT_BUDGET.readUnits);
    expect(ledger.sums.queueSends, lines.join('\n')).toBeLessThanOrEqual(PAYMENT_BUDGET.queueSends);
  });

  test('is complete: the ledger has every function that takes part, and no unnamed one', () => {
    const names = new Set(ledger.calls.map(({ functionName }) => functionName.replace('payment-service-dev-', '')));
    expect([...names].sort()).toEqual([
      'gateway-authorize',
      'payments-init',
      'payments-mbway',
      'payments-notification',
      'payments-status',
      'webhooks-deliver',
      'webhooks-relay',
    ]);
    expect(ledger.calls.every(({ status }) => status === 200)).toBe(true);
  });

  test('settles by one write without a prior read', () => {
    expect(callsOf('payments-notification').map(({ operation }) => operation)).toEqual(['UpdateItem']);
  });

  test('reads a status with strong consistency and without a write', () => {
    expect(callsOf('payments-status').map(({ operation, remark }) => [operation, remark])).toEqual(
      Array(3).fill(['GetItem', 'read strongly']),
    );
  });

  test('meters each call by one write', () => {
    expect(
      callsOf('gateway-authorize')
        .filter(({ writeUnits }) => writeUnits > 0)
        .map(({ writeUnits }) => writeUnits),
    ).toEqual(Array(5).fill(1));
  });

  test('has its books kept afterwards, within their own budget', () => {
    const { calls, sums } = ledger.books;
    expect(calls.map(({ operation }) => operation).sort()).toEqual(['Query', 'TransactWriteItems']);
    expect(sums.writeUnits).toBeLessThanOrEqual(BOOKS_BUDGET.writeUnits);
    expect(sums.readUnits).toBeLessThanOrEqual(BOOKS_BUDGET.readUnits);
    expect(sums.queueSends).toBe(BOOKS_BUDGET.queueSends);
  });
});
