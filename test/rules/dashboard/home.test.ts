import { describe, expect, test } from 'vitest';
import { failingOf } from '../../../dashboard/src/home/failing.ts';
import { latestOf } from '../../../dashboard/src/home/latest.ts';
import type { UndeliveredPage } from '../../../functions/dashboard/finance/undelivered.ts';
import type { TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';

type Delivery = NonNullable<TransactionRow['delivery']>;

function row(status: TransactionRow['status'], state?: Delivery['state'], attempts = 0, resends = 0): TransactionRow {
  const delivery = state === undefined ? null : { state, resends, attempts, event: 'payment.success' as const };
  return { status, delivery } as TransactionRow;
}

describe('the latest transactions', () => {
  test('count what ended, what was paid, and each way a delivery can stand', () => {
    const rows = [
      row('paid', 'delivered', 1),
      row('paid', 'delivered', 3),
      // A person resent these two: the first attempt after a resend is not the first of the event.
      row('paid', 'delivered', 1, 1),
      row('failed', 'delivered', 2, 2),
      row('failed', 'not_delivered', 4),
      row('cancelled', 'skipped'),
      row('paid', 'pending', 1),
      row('pending'),
    ];
    expect(latestOf(rows)).toEqual({
      ...{ transactions: 8, ended: 7, paid: 4 },
      ...{ firstTime: 1, retried: 1, resent: 2, notDelivered: 1, skipped: 1, pending: 1 },
    });
  });

  test('none are none', () => {
    expect(latestOf([])).toMatchObject({ transactions: 0, ended: 0 });
  });
});

test('failing endpoints are merchants with failed attempts, the most euros first, to the cent', () => {
  const of = (merchantId: string, amount: number, state: 'not_delivered' | 'skipped' = 'not_delivered') =>
    ({ merchantId, amount, state }) as UndeliveredPage['deliveries'][number];
  expect(failingOf([of('mer_a', 0.1), of('mer_b', 5), of('mer_a', 0.2), of('mer_c', 99, 'skipped')])).toEqual([
    { merchantId: 'mer_b', events: 1, euros: 5 },
    { merchantId: 'mer_a', events: 2, euros: 0.3 },
  ]);
});
