import { expect } from 'vitest';
import { movementsInput } from '../../../../functions/dashboard/finance/movements/movements.ts';
import { listInput } from '../../../../functions/dashboard/transactions/transactions-input.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { dashboardTest, FINANCE, merchantCaller, rig } from '../../../rig/lists.ts';
import { everyPage } from '../../../rig/pages.ts';
import { otherMoneyItem, paymentItem, refundItem } from '../../../rig/stored-movements.ts';
import { putMany } from '../../../rig/stored-rows.ts';

const NOON_MS = Date.parse('2026-07-01T11:00:00Z');
const DAY = { from: '2026-07-01', to: '2026-07-01' };
const TX = 'tx_0123456789abcdefghjkmnpq';

const test = dashboardTest(['mer_a', 'mer_b']);

test.beforeAll(async ({ rig: _ }) => {
  const a = { merchantId: 'mer_a', transactionId: TX, method: 'REFERENCE' } as const;
  const mb = { entity: '12345', reference: '123456789', expiresAt: NOON_MS };
  await putMany(rig, [
    paymentItem({ ...a, atMs: NOON_MS, cents: 1_500 }, { mb, paidOperation: 'OP-1', paidAtIsOurs: true }),
    otherMoneyItem({ ...a, atMs: NOON_MS + HOUR_MS, cents: 3_000 }, { operationId: 'OP-2' }),
    refundItem({ ...a, atMs: NOON_MS + 2 * HOUR_MS, cents: null, recordedAtMs: NOON_MS + 3 * HOUR_MS }),
    paymentItem({ merchantId: 'mer_b', atMs: NOON_MS + HOUR_MS, cents: 200 }),
    otherMoneyItem(
      { merchantId: '-', transactionId: 'foreign_9', atMs: NOON_MS + 4 * HOUR_MS, cents: 5, method: null },
      { kind: 'unknown-payment' },
    ),
    // Closed as not ours: it has no time of payment any more.
    otherMoneyItem({ ...a, atMs: NOON_MS, cents: 9 }, { paidAt: undefined, item: 'exception#money#bank-2#9#1' }),
  ]);
});

const ask = (input: object = {}, caller = FINANCE) => rig.movements(movementsInput.parse({ ...DAY, ...input }), caller);

const all = async (input: object) =>
  (await everyPage((cursor) => ask({ ...input, cursor }))).flatMap(({ movements }) => movements);

test('are a row each, newest first, with every id that a bank’s file names', async () => {
  const { movements, cursor } = await ask({}, merchantCaller('mer_a'));
  expect(cursor).toBeNull();
  const of = {
    ...{ transactionId: TX, merchantId: 'mer_a', externalOrderId: `order of ${TX}`, method: 'REFERENCE' },
    ...{ bankAccount: 'main', entity: '12345', reference: '123456789' },
  };
  const refundMs = NOON_MS + 2 * HOUR_MS;
  expect(movements).toEqual([
    {
      ...{ ...of, item: `refund#R-${refundMs}`, kind: 'returned', reason: 'refund', bankWord: 'RFND', cents: null },
      ...{ bankId: null, operationId: `R-${refundMs}`, atMs: refundMs, timeIsOurs: false },
      recordedAtMs: NOON_MS + 3 * HOUR_MS,
    },
    {
      ...{ ...of, item: 'exception#money#bank-2#3000#1', kind: 'other', reason: 'paid-twice', bankWord: null },
      ...{ cents: 3_000, bankId: 'bank-2', operationId: 'OP-2', atMs: NOON_MS + HOUR_MS, timeIsOurs: false },
      recordedAtMs: NOON_MS + HOUR_MS,
    },
    {
      ...{ ...of, item: 'main', kind: 'payment', reason: null, bankWord: null, cents: 1_500 },
      ...{ bankId: `bank-${TX}`, operationId: 'OP-1', atMs: NOON_MS, timeIsOurs: true, recordedAtMs: NOON_MS },
    },
  ]);
});

test('of all merchants are with the money of none, also page by page', async () => {
  const cents = [5, null, 3_000, 200, 1_500];
  expect((await all({})).map((row) => row.cents)).toEqual(cents);
  expect((await all({ limit: 1 })).map((row) => row.cents)).toEqual(cents);
  const [foreign] = (await ask({})).movements;
  expect(foreign).toMatchObject({ merchantId: null, externalOrderId: null, reason: 'unknown-payment' });
});

test.for([
  ['payment', [200, 1_500]],
  ['other', [5, 3_000]],
  ['returned', [null]],
] as const)('of the kind %s are found among the others', async ([kind, cents]) => {
  expect((await all({ kind })).map((row) => row.cents)).toEqual(cents);
  expect((await all({ kind, limit: 1 })).map((row) => row.cents)).toEqual(cents);
});

test('that are no payment are not in the list of transactions by payment', async () => {
  const find = { period: { by: 'paid', ...DAY } };
  for (const limit of [1, 50]) {
    const pages = await everyPage((cursor) => rig.list(listInput.parse({ find, limit, cursor }), FINANCE));
    expect(pages.flatMap(({ transactions }) => transactions.map(({ received }) => received))).toEqual([2, 15]);
  }
});
