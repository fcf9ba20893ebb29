import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { reconcileDay } from '../../../functions/finance/reconciliation/reconcile-day.ts';
import { reportJson } from '../../../functions/finance/reconciliation/report-json.ts';
import { newRefund, refundItem } from '../../../functions/payments/money/refund.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { reportText } from '../../../lib/operator/finance/reconcile-text.ts';
import { totalsCommands } from '../../../lib/operator/finance/totals-commands.ts';
import { readDetail } from '../../../lib/operator/transaction/transaction-detail.ts';
import { merchantId, auditRig as rig, auditTest as test } from '../../fixtures/finance.ts';
import { putMain } from '../../support/audit-plants.ts';
import { NOON_MS, settled, TODAY } from '../../support/booked-records.ts';
import { TABLES } from '../../support/created-tables.ts';
import { financeIn } from '../../support/wired.ts';

/** Needs the embedded DynamoDB and a scripted ifthenpay. One item does not match its schema. */

const day = lisbonDay(TODAY) ?? { name: '', fromMs: 0, toMs: 0 };
const paid = (ofMerchant = merchantId) => settled([{ status: 'paid', atMs: NOON_MS }], { merchantId: ofMerchant });

/** Stored and counted, and then corrupted: its bank account is its payer's phone number. */
async function spoiled(): Promise<Transaction> {
  const transaction = paid();
  await rig.book(transaction);
  await putMain(rig.client, { ...transaction, bankAccount: ['912345678'], status: 'gone' });
  return transaction;
}

test('the command that shows a transaction names the item and its attributes, and no value', async () => {
  const { transactionId } = await spoiled();
  const shown = readDetail(rig.client, TABLES.transactions, transactionId);
  await expect(shown).rejects.toThrow(`item main of ${transactionId} does not match its schema: status`);
  await expect(shown).rejects.not.toThrow('912345678');
});

test('also for a transaction that lacks the attributes of a test event', async () => {
  const { bankAccount: _, ...lacking } = paid();
  await putMain(rig.client, lacking);
  await expect(readDetail(rig.client, TABLES.transactions, lacking.transactionId)).rejects.toThrow(
    `item main of ${lacking.transactionId} does not match its schema: bankAccount`,
  );
});

test('also for an item beside the transaction', async () => {
  const transaction = paid();
  await rig.book(transaction);
  const { transactionId } = transaction;
  const Item = toAttributes({ ...refundOn(transaction), item: refundItem('r1'), amountCents: 'ten' });
  await rig.client.send(new PutItemCommand({ TableName: TABLES.transactions, Item }));
  await expect(readDetail(rig.client, TABLES.transactions, transactionId)).rejects.toThrow(
    `item refund#r1 of ${transactionId} does not match its schema: amountCents`,
  );
});

describe('a rebuild of the totals', () => {
  const commands = (...ids: string[]) => {
    const { client, clock } = rig;
    const list = async () => ids.map((id) => ({ merchantId: id }));
    const merchantTable = { list, read: async () => undefined } as unknown as Parameters<
      typeof totalsCommands
    >[0]['merchants'];
    const outputs = { TotalsTable: TABLES.totals, MerchantsTable: TABLES.merchants };
    const target = { client, clock, outputs, transactionsTable: TABLES.transactions, merchants: merchantTable };
    return totalsCommands(target, () => undefined);
  };
  const counted = async (id: string) => {
    const [counter] = await financeIn(rig.client).counters.ofMerchant(id, [TODAY], true);
    return counter?.figures['paid.MBWAY.paid'];
  };

  test('does not change the totals of that merchant, sets those of the others, and fails', async () => {
    const other = `${merchantId}_other`;
    await rig.book(paid(), paid(other));
    const { transactionId } = await spoiled();
    // The other's counter is wrong, so that a continued rebuild shows.
    await rig.forgetCounter(other);
    const { text, json, failed } = await commands(merchantId, other).rebuild({ from: day, to: day }, 35);
    expect(await counted(merchantId)).toEqual({ count: 2, cents: 2_000 });
    expect(await counted(other)).toEqual({ count: 1, cents: 1_000 });
    expect(failed).toBe(true);
    expect(text).toContain(`1 transaction could not be read (${transactionId})`);
    expect(text).toContain('its totals were left unchanged');
    expect(json).toMatchObject({
      merchants: [{ merchantId, unreadable: [transactionId], days: [] }, { unreadable: [] }],
    });
  });
});

describe('a reconciliation', () => {
  test('compares all others, and reports what is missing in its figures', async () => {
    const [readable, { transactionId }] = [paid(), await spoiled()];
    await rig.book(readable);
    const report = await reconcileDay({
      table: financeIn(rig.client).reconciliation,
      bankAccounts: rig.banks,
      progress: () => undefined,
    })({ day, merchantIds: [merchantId], lines: null });
    expect(report.totals.ours.payments).toEqual({ count: 1, cents: 1_000 });
    expect(report.unreadable).toEqual([transactionId]);
    const text = reportText(report);
    expect(text).toContain(
      `INCOMPLETE: 1 transaction could not be read and is in none of the figures: ${transactionId}`,
    );
    expect(text.trimEnd().split('\n').at(-1)).toContain('INCOMPLETE');
    expect(reportJson(report)).toMatchObject({ agrees: false, unreadable: [transactionId] });
  });
});

function refundOn({ transactionId }: Transaction) {
  const notice = { returnId: 'r1', kind: 'refund', type: 'RFND', amountCents: 1, originalBankId: null } as const;
  const at = { noticeId: 'n', returnedAtMs: null };
  return newRefund(
    { ...notice, ...at } as Parameters<typeof newRefund>[0],
    { transactionId, bankAccount: 'main' },
    NOON_MS,
  );
}
