import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { bankAccount } from '../../../functions/banking/account.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import type { ReconciliationAnswer } from '../../../functions/dashboard/finance/reconciliation.ts';
import { reconciliation } from '../../../functions/dashboard/finance/reconciliation.ts';
import { MAX_PAYMENTS, reconciliationInput } from '../../../functions/dashboard/finance/reconciliation-input.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { rig, apiTest as test } from '../../fixtures/dashboard/api.ts';
import { paidWith, putTransaction } from '../../fixtures/dashboard/lists.ts';
import { ANSWERS } from '../../support/banks/bank-script.ts';
import { CREDENTIALS } from '../../support/banks/scripted-sibs.ts';
import { attemptWith } from '../../support/payment-transactions.ts';
import { financeIn } from '../../support/wired.ts';
import { openShop, type Shop } from './api-shops.ts';

let finance: Record<string, string>;
test.beforeAll(async () => {
  finance = await rig.user(undefined, { 'cognito:groups': 'finance' });
});

describe('the reconciliation of a day', () => {
  const DAY = '2026-11-18';
  const noonMs = (lisbonDay(DAY)?.fromMs ?? 0) + 12 * HOUR_MS;
  const pay = ({ merchantId }: Shop, bankId: string) => {
    const attempts = [attemptWith({ bankId, state: 'ended' })];
    const fields = { merchantId, attempts, paidBy: 0, paidAt: noonMs, amountCents: 1_000, bankAccount: 'main' };
    return putTransaction(rig, paidWith(noonMs, fields));
  };
  const reconcile = (input: object) => rig.call('POST /finance/reconciliation', finance, { day: DAY, ...input });

  test('asks the bank about each payment, and is one-sided without a file', async () => {
    const shop = await openShop(rig);
    rig.sibs.script('status', ANSWERS.paid(10));
    await pay(shop, 'bank-1');
    const { status, body } = await reconcile({ merchantId: shop.merchantId });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      merchantId: shop.merchantId,
      oneSided: true,
      agrees: true,
      ours: { payments: { count: 1, amount: 10 } },
      agreements: { count: 1, amount: 10 },
    });
  });

  test('queries the bank about the named payments alone', async () => {
    const shop = await openShop(rig);
    rig.sibs.script('status', ANSWERS.paid(10));
    const [first] = await Promise.all(['bank-5', 'bank-6', 'bank-7'].map((bankId) => pay(shop, bankId)));
    const asked = rig.sibs.seen.length;
    const { body } = await reconcile({ merchantId: shop.merchantId, transactionIds: [first] });
    expect([body.findings, rig.sibs.seen.length - asked]).toEqual([
      [expect.objectContaining({ transactionId: first, result: 'agrees' })],
      1,
    ]);
    expect((await reconcile({ transactionIds: [] })).body.field).toBe('transactionIds');
  });

  test('compares with the bank’s file, and reports a payment that only the bank has', async () => {
    const shop = await openShop(rig);
    rig.sibs.script('status', ANSWERS.paid(10));
    await pay(shop, 'bank-2');
    const bankFile = `dateTime;bankId;gross\n${DAY} 12:00:00;bank-2;10,00\n${DAY} 13:00:00;bank-unknown;7,50\n`;
    const { body } = await reconcile({ account: 'main', bankFile });
    expect(body).toMatchObject({ oneSided: false, agrees: false, account: 'main' });
    const results = (body.findings as { result: string; bankId: string }[]).map(
      ({ bankId, result }) => `${bankId} ${result}`,
    );
    expect(results).toContain('bank-2 agrees');
    expect(results.filter((text) => text.startsWith('bank-unknown'))).toHaveLength(1);
  });

  test('is one-sided with a file that has no line of the day: it may be of another day, or cut short', async () => {
    for (const line of ['', '2026-11-17;bank-2;10,00\n']) {
      const { body } = await reconcile({ account: 'main', bankFile: `dateTime;bankId;gross\n${line}` });
      expect(body.oneSided).toBe(true);
    }
  });

  test.each([
    ['account', { bankFile: 'dateTime;bankId;gross\n' }, 'main, second'],
    ['account', { account: 'third' }, 'main, second'],
    ['bankFile', { account: 'main', bankFile: 'nonsense' }, 'Nothing was compared'],
    ['bankFile', { account: 'main', bankFile: 'x'.repeat(1_100_000) }, 'at most 1 MB'],
    ['day', { day: '2026-02-30' }, 'must be a day'],
  ])('refuses invalid input with the name of the field: %s', async (field, input, says) => {
    const { status, body } = await reconcile(input);
    expect([status, body.field, body.error]).toEqual([400, field, expect.stringContaining(says)]);
  });

  test('ends in time, and lists the payments that the bank did not answer', async () => {
    const shop = await openShop(rig);
    rig.sibs.script('status', 'silence');
    for (const bankId of ['bank-3', 'bank-4']) await pay(shop, bankId);
    const run = reconciliation({
      merchantIds: async () => [],
      table: financeIn(rig.client).reconciliation,
      bankAccounts: bankAccounts({
        accounts: z.array(bankAccount).parse(JSON.parse(String(process.env.BANK_ACCOUNTS))),
        readSecret: async () => JSON.stringify(CREDENTIALS),
        clock: Date.now,
      }),
      accountNames: ['main'],
      clock: Date.now,
      asksForMs: 50,
    });
    const { merchantId } = shop;
    const input = reconciliationInput.parse({ day: DAY, merchantId });
    const report = (await run(input, { userId: 'f', roles: ['finance'] })) as ReconciliationAnswer;
    expect(report.agrees).toBe(false);
    expect(report.findings.map(({ result, notes }) => [result, notes])).toEqual(
      Array(2).fill(['no-answer', [{ code: 'out-of-time' }]]),
    );
  });

  test('refuses more payments than fit in one call, and names the command for it', async () => {
    const shop = await openShop(rig);
    const at = (each: number) => paidWith(noonMs, { merchantId: shop.merchantId, paidAt: noonMs + each });
    for (let start = 0; start <= MAX_PAYMENTS; start += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, each) => putTransaction(rig, at(start + each))));
    }
    const { status, body } = await reconcile({ merchantId: shop.merchantId });
    expect([status, body.error]).toEqual([400, expect.stringContaining('npm run reconcile')]);
  });
});
