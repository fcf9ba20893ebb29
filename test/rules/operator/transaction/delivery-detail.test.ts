import { expect, test } from 'vitest';
import type { Delivery } from '../../../../functions/payments/transaction.ts';
import { settlementDetails, settlementLines } from '../../../../lib/operator/transaction/delivery-detail.ts';
import { detailText } from '../../../../lib/operator/transaction/transaction-detail.ts';
import { deliveryWith, recordWith, settlementWith } from '../../../rig/webhook-records.ts';

/** `docs/runbook.md`, "A merchant asks why a webhook was not sent". */
test.each<[Partial<Delivery>, RegExp]>([
  [{ state: 'skipped' }, /webhooks were off, or there was no URL/],
  [{ state: 'superseded' }, /newer event of this transaction replaces this one/],
  [{ state: 'not_delivered', outcome: 'not_attempted' }, /could not be made: a fault on our side/],
])('a delivery without an attempt says why: %o', (fields, why) => {
  const [settlement] = settlementDetails(
    recordWith({ settlements: [settlementWith({ delivery: deliveryWith(fields) })] }),
    new Map(),
  );
  const lines = settlement ? settlementLines(settlement) : [];
  expect(lines).toContain('  no attempt recorded');
  expect(lines.at(-1)).toMatch(why);
});

test('a transaction without an event says so', () => {
  const { transactionId, merchantId, externalOrderId, status } = recordWith({ status: 'pending' });
  const none = { settlements: [], exceptions: [], refunds: [] };
  expect(detailText({ transactionId, merchantId, externalOrderId, amount: 10.99, status, ...none })).toMatch(
    /\nno event: the status has not changed yet/,
  );
});
