import { describe, expect } from 'vitest';
import { exceptionsInput } from '../../../functions/dashboard/finance/exceptions-list.ts';
import { undeliveredInput } from '../../../functions/dashboard/finance/undelivered.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { dashboardTest, FINANCE, merchantCaller, NOON_MS, rig } from '../../rig/lists.ts';
import { putException } from '../../rig/stored-money.ts';
import { paidWith, putListed, settledWith } from '../../rig/stored-rows.ts';
import { paymentsIn } from '../../rig/wired.ts';

const test = dashboardTest(['mer_a', 'mer_b']);

describe('undelivered events', () => {
  test.beforeAll(async ({ rig }) => {
    const at = (agoMs: number) => NOON_MS - agoMs;
    const of = (agoMs: number, amountCents: number, delivery: Parameters<typeof paidWith>[2], merchantId = 'mer_a') =>
      putListed(rig, { ...paidWith(at(agoMs), {}, delivery), amountCents, merchantId });
    await of(10 * MINUTE_MS, 1_000, { state: 'not_delivered', done: 4 });
    await of(20 * MINUTE_MS, 2_050, { state: 'not_delivered', done: 4 }, 'mer_b');
    await of(3 * DAY_MS, 500, { state: 'skipped', done: 0, attempts: [] }, 'mer_b');
    await of(30 * DAY_MS, 700, { state: 'not_delivered', outcome: 'not_attempted', done: 0, attempts: [] });
    // In progress, and delivered.
    await of(2 * MINUTE_MS, 900, { state: 'pending', done: 0, attempts: [] });
    await of(MINUTE_MS, 40_000, {});
    // Cancelled in vain and then paid: the payment's event is the one that counts.
    await putListed(rig, {
      ...paidWith(at(30 * MINUTE_MS)),
      settlements: [
        settledWith(at(40 * MINUTE_MS), { state: 'not_delivered' }, { status: 'cancelled', paidAt: null }),
        settledWith(at(30 * MINUTE_MS), { state: 'not_delivered' }),
      ],
      amountCents: 30,
    });
    await putListed(rig, {
      status: 'failed',
      settlements: [settledWith(at(2 * HOUR_MS), { state: 'not_delivered' }, { status: 'failed', paidAt: null })],
      amountCents: 123,
    });
  });

  const listed = async (input: object = {}, caller = FINANCE) => {
    const { deliveries, cursor } = await rig.undelivered(undeliveredInput.parse(input), caller);
    expect(cursor).toBeNull();
    return deliveries.map(({ merchantId, amount, state }) => `${merchantId} ${amount} ${state}`);
  };

  test('of all merchants are the oldest first, after them what was not sent; each transaction by its newest', async () => {
    expect(await listed()).toEqual([
      'mer_a 7 not_delivered',
      'mer_a 1.23 not_delivered',
      'mer_a 0.3 not_delivered',
      'mer_b 20.5 not_delivered',
      'mer_a 10 not_delivered',
      'mer_b 5 skipped',
    ]);
  });

  test('are filtered by state, merchant and days', async () => {
    expect(await listed({ state: 'skipped' })).toEqual(['mer_b 5 skipped']);
    const ofB = ['mer_b 20.5 not_delivered', 'mer_b 5 skipped'];
    expect(await listed({ merchantId: 'mer_b' })).toEqual(ofB);
    expect(await listed({}, merchantCaller('mer_b'))).toEqual(ofB);
    const days = { from: '2026-11-17', to: '2026-11-19' };
    expect(await listed(days)).toEqual(['mer_b 5 skipped']);
    expect(await listed({ ...days, state: 'not_delivered' })).toEqual([]);
    await expect(listed({ from: '2026-11-19', to: '2026-11-17' })).rejects.toThrow(/to must not be before from/);
    await expect(listed({ cursor: 'nonsense' })).rejects.toThrow(/cursor/);
  });
});

describe('open exceptions', () => {
  test('name the order; a merchant sees its own, without the notes of staff', async () => {
    const transactionId = await putListed(rig, { merchantId: 'mer_b', externalOrderId: 'ORDER-7' });
    const name = await putException(rig.client, { transactionId, merchantId: 'mer_b', openedAt: NOON_MS });
    await putException(rig.client, { merchantId: 'mer_a', openedAt: NOON_MS });
    await paymentsIn(rig.client).exceptionWrites.note(name, { text: 'asked the bank', by: 'ana' });
    const listed = (caller = FINANCE) => rig.exceptionList(exceptionsInput.parse({}), caller);
    expect((await listed()).exceptions).toHaveLength(2);
    const [ofStaff] = (await listed()).exceptions.filter(({ merchantId }) => merchantId === 'mer_b');
    expect(ofStaff).toMatchObject({ externalOrderId: 'ORDER-7', notes: [{ text: 'asked the bank', by: 'ana' }] });
    const { exceptions } = await listed(merchantCaller('mer_b'));
    expect(exceptions).toMatchObject([{ transactionId, notes: [] }]);
    const closed = rig.exceptionList(exceptionsInput.parse({ state: 'closed' }), merchantCaller('mer_b'));
    await expect(closed).rejects.toThrow();
  });
});
