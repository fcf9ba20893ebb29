import { beforeEach, describe, expect } from 'vitest';
import { audit } from '../../../functions/finance/audit/audit.ts';
import { fileMovements } from '../../../functions/finance/audit/file-movements.ts';
import { nightlyAudit } from '../../../functions/finance/audit/nightly.ts';
import type { BankLine } from '../../../functions/finance/reconciliation/records.ts';
import { newRefund } from '../../../functions/payments/money/refund.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { beginAnother, merchantId, auditRig as rig, auditTest as test } from '../../fixtures/finance.ts';
import { PLANTS, type Plant, putMain } from '../../support/audit-plants.ts';
import { NOON_MS, settled, TODAY } from '../../support/booked-records.ts';
import { financeIn, paymentsIn, recordingLogger } from '../../support/wired.ts';

beforeEach(() => {
  rig.lists(10);
  rig.time.nowMs = NOON_MS + 20 * HOUR_MS;
});

const paid = (fields: Partial<Transaction> = {}) =>
  settled([{ status: 'paid', atMs: NOON_MS }], { merchantId, ...fields });
const failed = () => settled([{ status: 'failed', atMs: NOON_MS }], { merchantId });
const HERE: Plant[] = [
  ...PLANTS,
  ['totals', 'an amount that has changed', (right) => ({ ...right, amountCents: 1_001 })],
  ['movement', 'paid with another sum than the bank lists', (right) => ({ ...right, amountCents: 1_001 })],
  ['unlisted', 'paid with a sum that the bank does not list', (right) => ({ ...right, amountCents: 1_001 })],
];

describe('the audit of a day', () => {
  test('finds no violation where there is none, and counts what it checked', async () => {
    const payments = [paid(), paid()];
    await rig.book(...payments, failed());
    rig.listsByOrder(Object.fromEntries(payments.map(({ attempts }) => [attempts[0]?.bankId ?? '', [10]])));
    const { state, violations } = await rig.audit(merchantId);
    expect(violations).toEqual([]);
    expect(state.tally).toMatchObject({ checked: 3, payments: 2, totals: 1, violations: 0, notChecked: 0 });
  });

  test.each(HERE)('finds %s: %s', async (kind, _what, wrong) => {
    const right = paid();
    await rig.book(right);
    await putMain(rig.client, wrong(right, rig.clock()));
    const { violations, state } = await rig.audit(merchantId);
    expect(violations).toContainEqual(
      expect.objectContaining({ kind, transactionId: kind === 'totals' ? null : right.transactionId }),
    );
    expect(state.tally.byKind[kind]).toBeGreaterThan(0);
    // What is due is scanned over all merchants.
    await putMain(rig.client, right);
  });

  test('invariant 9: finds money on a start that has no record, until an exception is kept for it', async () => {
    const right = paid();
    const bankId = right.attempts[0]?.bankId ?? '';
    await rig.book(right);
    rig.lists(10, 10);
    expect((await rig.audit(merchantId)).violations).toMatchObject([
      { kind: 'movement', transactionId: right.transactionId, detail: 'payment of 1000 cents' },
    ]);
    const about = { transactionId: right.transactionId, merchantId, bankAccount: 'main', bankId, noticeId: null };
    const sums = { expectedCents: 1_000, receivedCents: 1_000 };
    await paymentsIn(rig.client, rig.clock).recordException({ kind: 'paid-twice', ...about, ...sums });
    expect((await rig.audit(merchantId)).violations).toEqual([]);
  });

  test('finds an order paid twice, and more returned than received', async () => {
    const [first, second] = [paid({ externalOrderId: 'ONE' }), paid({ externalOrderId: 'ONE', paidAt: NOON_MS })];
    await rig.book(first);
    await putMain(rig.client, second);
    const later = [first, second].map(({ transactionId }) => transactionId).sort()[1];
    const { violations } = await rig.audit(merchantId);
    expect(violations.filter(({ kind }) => kind === 'order')).toMatchObject([{ transactionId: later }]);
    beginAnother();
    const right = paid();
    await rig.book(right);
    const { transactionId } = right;
    const notice = { returnId: 'r-1', kind: 'refund', type: 'RFND', amountCents: 1_001, noticeId: 'n' } as const;
    const facts = { transactionId, originalBankId: null, returnedAtMs: NOON_MS };
    const about = { transactionId, bankAccount: 'main' };
    await paymentsIn(rig.client, rig.clock).recordRefund(newRefund({ ...notice, ...facts }, about, NOON_MS));
    expect((await rig.audit(merchantId)).violations).toContainEqual(
      expect.objectContaining({ kind: 'exception', detail: 'more returned than received' }),
    );
  });

  test('counts as not checked, never as correct, what the bank has no list of or answers no list for', async () => {
    const right = paid({ bankAccount: 'sibs' });
    await rig.book(right);
    const { movements, table } = rig.dependenciesOf(merchantId);
    const tallyOf = async (...changed: Parameters<typeof rig.audit> extends [string, ...infer Rest] ? Rest : never) =>
      (await rig.audit(merchantId, ...changed)).state.tally;
    expect(await tallyOf()).toMatchObject({ violations: 0, notChecked: 1, byReason: { 'no-list': 1 } });
    const line: BankLine = {
      ...{ lineNumber: 2, kind: 'payment', day: TODAY, atMs: NOON_MS, bankId: null, merchantTransactionId: null },
      ...{ transactionId: right.transactionId, entity: null, reference: null, grossCents: 1_000 },
      ...{ feeCents: null, netCents: null },
    };
    const file = { account: 'sibs', lines: [line] };
    expect(await tallyOf({ movements: fileMovements(movements, file, table) })).toMatchObject({
      ...{ violations: 0, movements: 1, notChecked: 0 },
    });
    beginAnother();
    await rig.book(paid());
    rig.failLists();
    expect(await tallyOf()).toMatchObject({ notChecked: 1, byReason: { 'list-failed': 1 } });
  });
});

test('the nightly audit audits yesterday once, and writes its result', async () => {
  await rig.book(paid());
  const results = financeIn(rig.client).auditResults;
  const { logger, lines } = recordingLogger();
  const run = nightlyAudit({ results, audit: audit(rig.dependenciesOf(merchantId)), clock: rig.clock, logger });
  await run(Number.POSITIVE_INFINITY);
  await run(Number.POSITIVE_INFINITY);
  expect((await results.newest(1))[0]).toMatchObject({ day: TODAY, tally: { checked: 1, violations: 0 } });
  expect(lines.filter(({ message }) => message === 'audit finished')).toHaveLength(1);
});
