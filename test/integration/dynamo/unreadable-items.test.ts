import { expect } from 'vitest';
import type { Attribute } from '../../../functions/runtime/attributes.ts';
import { readDetail } from '../../../lib/operator/transaction/transaction-detail.ts';
import { client, test } from '../../rig/engine.ts';
import { paymentItem, refundItem } from '../../rig/stored-movements.ts';
import { put } from '../../rig/stored-rows.ts';
import { TABLES } from '../../rig/tables.ts';

/** One item does not match its schema. */

const PAID = { merchantId: 'mer_a', atMs: Date.parse('2026-07-01T11:00:00Z'), cents: 1_000 };
const stored = (item: Record<string, Attribute>) => put({ client }, item);

test('the command that shows a transaction names the item and its attributes, and no value', async () => {
  const transactionId = await stored(paymentItem(PAID, { bankAccount: ['912345678'], status: 'gone' }));
  const shown = readDetail(client, TABLES.transactions, transactionId);
  await expect(shown).rejects.toThrow(`item main of ${transactionId} does not match its schema: status`);
  await expect(shown).rejects.not.toThrow('912345678');
});

test('also for a transaction that lacks the attributes of a test event', async () => {
  const { bankAccount: _, ...lacking } = paymentItem(PAID);
  const transactionId = await stored(lacking);
  await expect(readDetail(client, TABLES.transactions, transactionId)).rejects.toThrow(
    `item main of ${transactionId} does not match its schema: bankAccount`,
  );
});

test('also for an item beside the transaction', async () => {
  const transactionId = await stored(paymentItem(PAID));
  await stored(refundItem({ ...PAID, transactionId }, { item: 'refund#r1', returnedCents: 'ten' }));
  await expect(readDetail(client, TABLES.transactions, transactionId)).rejects.toThrow(
    `item refund#r1 of ${transactionId} does not match its schema: returnedCents`,
  );
});
