import { describe, expect } from 'vitest';
import type { DashboardCaller } from '../../../functions/dashboard/caller.ts';
import { totals, totalsInput } from '../../../functions/dashboard/finance/totals.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { booksOn, put, rig, test } from '../../fixtures/finance.ts';
import { afterSteps, NOON_MS, recordsOf, refundOf, refundRecord } from '../../support/booked-records.ts';
import { financeIn } from '../../support/wired.ts';

const CALLERS = {
  merchant: { userId: 'u-1', roles: ['merchant'], merchantId: 'mer_a' },
  finance: { userId: 'u-2', roles: ['finance'] },
  operator: { userId: 'u-3', roles: ['operator'] },
} as const satisfies Record<string, DashboardCaller>;

test.beforeAll(async ({ rig: _ }) => {
  const merchantId = 'mer_a';
  const own = [
    afterSteps([{ status: 'paid', atMs: NOON_MS }], { merchantId, amountCents: 1_010 }),
    afterSteps([{ status: 'paid', atMs: NOON_MS, method: 'REFERENCE' }], { merchantId, amountCents: 2_020 }),
    afterSteps([{ status: 'failed', atMs: NOON_MS }], { merchantId, amountCents: 300 }),
    afterSteps([{ status: 'paid', atMs: NOON_MS + DAY_MS, paidAtMs: NOON_MS }], { merchantId, amountCents: 30 }),
  ];
  const foreign = afterSteps([{ status: 'paid', atMs: NOON_MS }], { merchantId: 'mer_b', amountCents: 7_777 });
  const refund = refundOf(own[0] ?? foreign, { amountCents: 505, recordedAt: NOON_MS + DAY_MS });
  await put(...own, foreign);
  const { record } = booksOn();
  await record([...[...own, foreign].flatMap(recordsOf), refundRecord(refund)]);
});

const ask = (caller: DashboardCaller, input: object = {}) =>
  totals({ counters: financeIn(rig.client).counters })(
    totalsInput.parse({ from: '2026-07-01', to: '2026-07-02', by: 'paid', ...input }),
    caller,
  );

describe('a merchant', () => {
  test('sees its own totals by the time of payment, in euros', async () => {
    expect(await ask(CALLERS.merchant)).toEqual({
      by: 'paid',
      lines: [
        { day: '2026-07-01', method: 'MBWAY', status: 'paid', count: 2, euros: 10.4 },
        { day: '2026-07-01', method: 'REFERENCE', status: 'paid', count: 1, euros: 20.2 },
      ],
      refunds: [{ day: '2026-07-02', count: 1, euros: 5.05 }],
      sum: { paidCount: 3, gross: 30.6, refunded: 5.05, fee: null, net: 25.55 },
      rebuiltAt: null,
    });
  });

  test('sees failed ones too by the time of record, each on the day it was recorded', async () => {
    const { lines, sum } = await ask(CALLERS.merchant, { by: 'recorded' });
    expect(lines).toEqual([
      { day: '2026-07-01', method: 'MBWAY', status: 'paid', count: 1, euros: 10.1 },
      { day: '2026-07-01', method: 'MBWAY', status: 'failed', count: 1, euros: 3 },
      { day: '2026-07-01', method: 'REFERENCE', status: 'paid', count: 1, euros: 20.2 },
      { day: '2026-07-02', method: 'MBWAY', status: 'paid', count: 1, euros: 0.3 },
    ]);
    expect(sum).toEqual({ paidCount: 3, gross: 30.6, refunded: 5.05, fee: null, net: 25.55 });
  });
});

test('finance and operators see the sum of all merchants', async () => {
  for (const role of ['finance', 'operator'] as const) {
    const { sum, lines } = await ask(CALLERS[role]);
    expect(sum).toMatchObject({ paidCount: 4, gross: 108.37 });
    expect(lines[0]).toEqual({ day: '2026-07-01', method: 'MBWAY', status: 'paid', count: 3, euros: 88.17 });
  }
});

describe('a period', () => {
  test.each([
    ['of 93 days', { from: '2026-01-01', to: '2026-04-03' }, ['to']],
    ['that goes back', { from: '2026-07-02', to: '2026-07-01' }, ['to']],
    ['of days that do not exist', { from: '2026-02-30' }, ['from']],
    ['by something else', { by: 'created' }, ['by']],
  ])('%s is refused with the name of its field', (_, input, path) => {
    const period = { from: '2026-07-01', to: '2026-07-02', by: 'paid', ...input };
    expect(totalsInput.safeParse(period).error?.issues).toMatchObject([{ path }]);
  });
});
