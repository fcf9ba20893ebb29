import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect } from 'vitest';
import { type DayRequest, reconcileDay } from '../../../functions/finance/reconciliation/reconcile-day.ts';
import { reconciliationTable } from '../../../functions/finance/reconciliation/reconciliation.table.ts';
import type { BankLine } from '../../../functions/finance/reconciliation/records.ts';
import { reportJson } from '../../../functions/finance/reconciliation/report-json.ts';
import { newRefund, refundItem } from '../../../functions/payments/money/refund.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { reportText } from '../../../lib/operator/finance/reconcile-text.ts';
import { dependenciesOf, rig, test } from '../../fixtures/payments.ts';
import { dayNamed, lineOn } from '../../rules/finance/reconciled-days.ts';
import { ANSWERS, BANK_503 } from '../../support/banks/bank-script.ts';
import { TABLES } from '../../support/created-tables.ts';
import { attemptWith } from '../../support/payment-transactions.ts';
import { putTransaction } from '../../support/stored-payments.ts';
import { type SeenOperations, seeOperations } from './reconciliation-operations.ts';

const DAY = '2026-11-20';
const NOON = Date.parse('2026-11-20T12:00:00Z');

let operations: SeenOperations;
let merchants = 0;
let merchantId: string;
test.beforeAll(({ rig }) => {
  operations = seeOperations(rig.client);
});
beforeEach(() => {
  rig.sibs.script('status', ANSWERS.paid(10));
  merchants += 1;
  merchantId = `mer_${merchants}`;
});

let payments = 0;
function paid(paidAt: number, fields: Partial<Transaction> = {}): Promise<Transaction> {
  payments += 1;
  const attempts = [
    attemptWith({ bankId: `refused-${payments}`, state: 'ended' }),
    attemptWith({ bankId: `paid-${payments}`, state: 'ended' }),
  ];
  return putTransaction(rig, {
    merchantId,
    status: 'paid',
    paidAt,
    paidBy: 1,
    paymentMethod: 'MBWAY',
    attempts,
    ...fields,
  });
}

function reconciled(lines: BankLine[] | null = null, request: Partial<DayRequest> = {}) {
  const steps: string[] = [];
  const run = reconcileDay({
    table: reconciliationTable(rig.client, TABLES),
    bankAccounts: dependenciesOf(rig).bankAccounts,
    progress: (step, done, of) => void steps.push(`${step} ${done}/${of}`),
  });
  return run({ day: dayNamed(DAY), merchantIds: [merchantId], lines, ...request }).then((report) => ({
    ...report,
    steps,
    results: report.reconciled.findings.map(({ result, kind }) => `${result} ${kind}`).sort(),
  }));
}

/** Every item by its key. */
async function everything(): Promise<Record<string, unknown>> {
  const { Items = [] } = await rig.client.send(
    new ScanCommand({ TableName: TABLES.transactions, ConsistentRead: true }),
  );
  const items = Items.map(fromAttributes);
  return Object.fromEntries(items.map((each) => [`${String(each.transactionId)} ${String(each.item)}`, each]));
}

describe('D9: a day of one merchant', () => {
  test('has what was paid between two Lisbon midnights; the bank is queried by the id that was paid', async () => {
    const first = await paid(dayNamed(DAY).fromMs);
    const last = await paid(dayNamed(DAY).toMs - 1);
    await paid(dayNamed(DAY).fromMs - 1);
    await paid(dayNamed(DAY).toMs);
    const { results, totals, steps } = await reconciled();
    expect(results).toEqual(['agrees payment', 'agrees payment']);
    expect(totals.ours.payments).toEqual({ count: 2, cents: 2_000 });
    const asked = rig.sibs.seenAt('status').map(({ path }) => path);
    expect(asked.sort()).toEqual(
      [first, last].map(({ attempts }) => expect.stringContaining(`/payments/${attempts[1]?.bankId}/status`)),
    );
    expect(steps.filter((line) => line.startsWith('asked'))).toEqual(['asked 1/2', 'asked 2/2']);
  });

  test('changes nothing: table and bank are only read', async () => {
    const ours = await paid(NOON);
    const pending = await putTransaction(rig, { merchantId });
    const before = await everything();
    operations.length = 0;
    const lines = [
      lineOn(DAY, null, { bankId: 'x', transactionId: pending.transactionId }),
      lineOn(DAY, null, { bankId: 'y' }),
    ];
    const { results } = await reconciled([...lines, lineOn(DAY, null, { bankId: ours.attempts[1]?.bankId ?? '' })]);
    expect(results).toEqual(['agrees payment', 'not-ours payment', 'status-differs payment']);
    expect(new Set(operations)).toEqual(new Set(['Query']));
    expect(await everything()).toEqual(before);
    expect(new Set(rig.sibs.seen.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('finds a payment by the id of the provider’s answer, which its file contains', async () => {
    const attempts = [attemptWith({ bankId: 'w0123456789abcd', statusId: 'request-1', state: 'ended' })];
    await paid(NOON, { attempts, paidBy: 0 });
    const { results } = await reconciled([lineOn(DAY, null, { bankId: 'request-1' })]);
    expect(results).toEqual(['agrees payment']);
  });

  test('that the bank cannot confirm is neither an agreement nor a difference, and can be checked again alone', async () => {
    const { transactionId } = await paid(NOON);
    await paid(NOON);
    rig.sibs.script('status', BANK_503);
    const { results, ...report } = await reconciled();
    expect(results).toEqual(['no-answer payment', 'no-answer payment']);
    expect(reportText(report)).toContain('\nno difference, and 2 of 2 payments could not be checked; one-sided');
    // Programs find it where it always was.
    const differences = { 'no-answer': { count: 2, amount: 20, difference: null } };
    expect(reportJson(report)).toMatchObject({ agrees: false, differences });

    rig.sibs.script('status', ANSWERS.paid(10));
    const asked = rig.sibs.seen.length;
    const file = [lineOn(DAY, null, { bankId: 'y' })];
    expect((await reconciled(null, { transactionIds: [transactionId] })).results).toEqual(['agrees payment']);
    // The line of another payment is not compared, and still shows that the file covers the day.
    expect((await reconciled(file, { transactionIds: [transactionId] })).results).toEqual(['not-at-bank payment']);
    expect(rig.sibs.seen.length - asked).toBe(2);
  });

  test('on an account that the stage no longer has is not an agreement either; the others are compared', async () => {
    await paid(NOON);
    await paid(NOON, { bankAccount: 'gone' });
    expect((await reconciled()).results).toEqual(['agrees payment', 'no-answer payment']);
    expect((await reconciled(null, { account: 'main' })).results).toEqual(['agrees payment']);
  });

  test('is read to the last page', async () => {
    await Promise.all(Array.from({ length: 12 }, () => paid(NOON)));
    const table = reconciliationTable(rig.client, TABLES, 5);
    operations.length = 0;
    const ids = await table.paidIds(merchantId, NOON, NOON + 1);
    expect(operations).toHaveLength(3);
    expect(new Set(ids).size).toBe(12);
  });
});

describe('D9: with a transaction', () => {
  test('its refunds and open exceptions are read, closed ones are not', async () => {
    const { transactionId, attempts } = await paid(NOON);
    const beside = (item: Parameters<typeof toAttributes>[0]) =>
      rig.client.send(
        new PutItemCommand({ TableName: TABLES.transactions, Item: toAttributes({ transactionId, ...item }) }),
      );
    const notice = { noticeId: 'n', kind: 'refund', type: 'REFD', transactionId, originalBankId: null } as const;
    const returned = (returnId: string, amountCents: number | null, returnedAtMs: number | null) =>
      newRefund({ ...notice, returnId, amountCents, returnedAtMs }, { transactionId, bankAccount: 'main' }, NOON + 5);
    for (const refund of [returned('r-1', 300, NOON), returned('r-2', null, null)])
      await beside({ ...refund, item: refundItem(refund.refundId) });
    await beside({ item: 'exception#late#b', kind: 'late', state: 'open' });
    await beside({ item: 'exception#overpaid#b', kind: 'overpaid', state: 'closed' });
    const refund = lineOn(DAY, null, { kind: 'refund', bankId: 'r-1', grossCents: 300 });
    const payment = lineOn(DAY, null, { bankId: attempts[1]?.bankId ?? '' });
    const { reconciled: found, totals } = await reconciled([refund, payment]);
    expect(found.findings).toMatchObject([
      { result: 'agrees', kind: 'payment', notes: [{ code: 'open-exception', kind: 'late' }] },
      { result: 'agrees', kind: 'refund', refund: { refundId: 'r-1' } },
      { result: 'not-at-bank', kind: 'refund', refund: { refundId: 'r-2', amountCents: null, atMs: NOON + 5 } },
    ]);
    expect(totals.ours.refunds).toEqual({ count: 2, cents: 300 });
  });

  test('what the export contains is read whatever its day and status', async () => {
    const old = await paid(NOON - 5 * DAY_MS);
    const failed = await putTransaction(rig, { merchantId, status: 'failed' });
    const lines = [old, failed].map(({ transactionId }) => lineOn(DAY, null, { bankId: null, transactionId }));
    expect((await reconciled(lines)).results).toEqual(['day-differs payment', 'status-differs payment']);
  });
});
