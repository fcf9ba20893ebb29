import { describe, expect } from 'vitest';
import { compareAgain, searchNights } from '../../../../functions/dashboard/finance/nights.ts';
import { night } from '../../../../functions/finance/night/night.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { NOON_MS, rig, TODAY, test } from '../../../rig/night.ts';
import { otherMoneyItem } from '../../../rig/stored-movements.ts';
import { exceptionsOf, stored } from '../../../rig/stored-payments.ts';
import { put } from '../../../rig/stored-rows.ts';

const remainsOf = async () => (await rig.resultOf())?.remains;

describe('the night compares a day with the list of the bank', () => {
  test('and finds nothing where each callback came', async () => {
    await rig.pay(await rig.issue());
    await rig.pay(await rig.issue('ORDER-2', 'mer_b'));
    await rig.night(1);
    expect(await rig.resultOf()).toMatchObject({
      ...{ state: 'compared', entries: 2, recorded: 0, remaining: 0, remains: [] },
      ...{ oursCents: 2_000, listedCents: 2_000 },
    });
  });

  test('and records a payment whose callback was lost: it is paid, and a second one is other money', async () => {
    const payment = await rig.issue();
    await rig.pay(payment, { isLost: true });
    await rig.pay(payment, { atMs: NOON_MS + MINUTE_MS, isLost: true });
    await rig.night(1);
    expect(await stored(rig, payment.transactionId)).toMatchObject({
      ...{ status: 'paid', receivedCents: 1_000, paidAt: NOON_MS },
    });
    expect(await exceptionsOf(rig, payment.transactionId)).toMatchObject([
      { kind: 'paid-twice', receivedCents: 1_000 },
    ]);
    expect(await rig.resultOf()).toMatchObject({ recorded: 2, remaining: 0, oursCents: 2_000, listedCents: 2_000 });
  });

  test('and records money that no start of ours explains, once, under no merchant', async () => {
    const orderId = rig.bank.receiveForeign('Foreign-1', { id: 'f', cents: 700, atMs: NOON_MS });
    await rig.night(1);
    await rig.night(2);
    const found = await exceptionsOf(rig, `foreign_main_${orderId}`);
    expect(found).toMatchObject([
      { kind: 'unknown-payment', receivedCents: 700, merchantId: '-', bankAccount: 'main' },
    ]);
    expect(await rig.resultOf()).toMatchObject({ recorded: 0, remaining: 0, oursCents: 700, listedCents: 700 });
  });

  test('and reports what the list lacks of our records; a list that lags by a day clears it', async () => {
    const payment = await rig.issue();
    await rig.pay(payment, { listedFromMs: NOON_MS + 24 * 60 * MINUTE_MS });
    expect(await stored(rig, payment.transactionId)).toMatchObject({ status: 'paid' });
    await rig.night(1);
    expect(await remainsOf()).toEqual([{ transactionId: payment.transactionId, of: 'ours', count: 1 }]);
    expect(await rig.resultOf()).toMatchObject({ state: 'compared', oursCents: 1_000, listedCents: 0 });
    const line = rig.wired.lines.find(
      ({ message, day, bankAccount }) => message === 'day compared' && day === TODAY && bankAccount === 'main',
    );
    expect(line).toMatchObject({ remaining: 1 });
    await rig.night(2);
    expect(await rig.resultOf()).toMatchObject({ remaining: 0, listedCents: 1_000 });
  });

  test('and leaves what only midnight divides', async () => {
    const payment = await rig.issue();
    rig.time.nowMs = NOON_MS + 12 * 60 * MINUTE_MS + 1;
    await rig.pay(payment);
    await rig.night(1);
    await rig.night(2);
    expect(await rig.resultOf()).toMatchObject({ entries: 0, remaining: 0 });
    expect(await rig.resultOf('2026-11-21')).toMatchObject({ entries: 1, recorded: 0, remaining: 0 });
  });

  test('three nights each; what could not be asked is tried again, seven nights long', async () => {
    rig.bank.outageUntilMs = Number.POSITIVE_INFINITY;
    await rig.night(1);
    for (const nights of [4, 7]) {
      await rig.night(nights);
      expect(await rig.resultOf()).toMatchObject({ state: 'not-asked', at: rig.time.nowMs });
    }
    const lines = rig.wired.lines.filter(
      ({ message, day }) => message === 'day not compared with the bank' && day === TODAY,
    );
    expect(lines).toMatchObject([{ level: 'error', bankAccount: 'main', state: 'not-asked' }]);
    await rig.night(8);
    expect(await rig.resultOf()).not.toMatchObject({ at: rig.time.nowMs });
    rig.bank.outageUntilMs = 0;
    await rig.night(8);
    expect(await rig.resultOf('2026-11-21')).toMatchObject({ state: 'not-asked' });
    await rig.night(9);
    expect(await rig.resultOf('2026-11-22')).toMatchObject({ state: 'compared' });
    expect(await rig.resultOf('2026-11-23')).toMatchObject({ state: 'compared', at: rig.time.nowMs });
    await rig.night(12);
    expect(await rig.resultOf('2026-11-22')).not.toMatchObject({ at: rig.time.nowMs });
  });

  test('not where the provider has no list: our euros alone', async () => {
    await rig.night(1);
    expect(await rig.resultOf(TODAY, 'sibs')).toMatchObject({ state: 'no-list', oursCents: 0, listedCents: null });
  });

  test('and splits a full page by time; what a second has too many of is not asked', async () => {
    for (let index = 0; index < 2_500; index += 1) {
      const atMs = NOON_MS + (index % 600) * MINUTE_MS;
      rig.bank.receiveForeign(`F${index % 3}`, { id: `f${index}`, cents: 1 + index, atMs });
    }
    const list = (await rig.dependencies().bankAccounts.bank('main'))?.payments;
    const listed = await list?.between(NOON_MS - 12 * 60 * MINUTE_MS, NOON_MS + 12 * 60 * MINUTE_MS);
    expect(new Set(listed?.map(({ amountCents }) => amountCents)).size).toBe(2_500);
    expect(listed).toHaveLength(2_500);
    expect(rig.bank.pages.length).toBeGreaterThan(4);
    for (let index = 0; index < 1_000; index += 1)
      rig.bank.receiveForeign('F', { id: `g${index}`, cents: 100, atMs: NOON_MS });
    await rig.night(1);
    expect(await rig.resultOf()).toMatchObject({ state: 'not-asked', listedCents: null });
  });
});

describe('a day is compared again', () => {
  test('when staff marks it, by the next run and once', async () => {
    const payment = await rig.issue();
    await rig.night(5);
    await rig.pay(payment, { atMs: NOON_MS, isLost: true });
    await rig.night();
    expect(await rig.resultOf()).toMatchObject({ entries: 0 });
    rig.time.nowMs += 1;
    const { nights, clock } = rig.dependencies();
    const again = compareAgain({ nights });
    const day = { name: TODAY, fromMs: 0, toMs: 0 };
    expect(await again({ day, bankAccount: 'main' })).toEqual({ kind: 'marked' });
    await expect(again({ day, bankAccount: 'other' })).rejects.toThrow('day not found');
    const rowOf = async () =>
      (await searchNights({ nights, clock })()).nights.find((row) => row.day === TODAY && row.bankAccount === 'main');
    expect(await rowOf()).toMatchObject({ isMarked: true, listed: 0 });
    rig.time.nowMs += 1;
    await rig.night();
    expect(await rowOf()).toMatchObject({
      ...{ isMarked: false, recorded: 1, ours: 10, listed: 10, difference: 0, state: 'compared' },
    });
    const at = (await rig.resultOf())?.at;
    rig.time.nowMs += 1;
    await rig.night();
    expect((await rig.resultOf())?.at).toBe(at);
  });
});

describe('a run that ends early', () => {
  test('is continued, and records nothing twice: killed before each of its writes', async () => {
    const payments = [await rig.issue('A'), await rig.issue('B')];
    for (const payment of payments) {
      await rig.pay(payment, { isLost: true });
      await rig.pay(payment, { cents: 300, atMs: NOON_MS + MINUTE_MS, isLost: true });
    }
    rig.bank.receiveForeign('Foreign', { id: 'f', cents: 700, atMs: NOON_MS });
    rig.time.nowMs = NOON_MS + 16 * 60 * MINUTE_MS;
    for (let writes = 0; writes < 12; writes += 1) {
      let made = 0;
      const send: typeof rig.client.send = async (command: { constructor: { name: string } }) => {
        const isWrite = /^(Put|Update|Delete|Transact)/.test(command.constructor.name);
        if (isWrite && ++made > writes) throw new Error('killed');
        return rig.client.send(command as never);
      };
      const dying = Object.assign(Object.create(rig.client), { send });
      await rig.night(undefined, dying).catch(() => undefined);
    }
    await rig.night(2);
    expect(await rig.resultOf()).toMatchObject({ remaining: 0, oursCents: 3_300, listedCents: 3_300, entries: 5 });
    for (const { transactionId } of payments) {
      expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid', receivedCents: 1_000 });
      expect(await exceptionsOf(rig, transactionId)).toMatchObject([{ kind: 'paid-twice', receivedCents: 300 }]);
    }
  });

  test('by its deadline is continued by the next one; one without progress waits for the next night', async () => {
    await rig.pay(await rig.issue(), { isLost: true });
    rig.time.nowMs = NOON_MS + 16 * 60 * MINUTE_MS;
    const { bankAccounts, ...rest } = rig.dependencies();
    // Reading the list takes longer than the run has.
    const slow = {
      bank: async (name: string) => {
        rig.time.nowMs += name === 'main' ? 5 * MINUTE_MS : 0;
        return bankAccounts.bank(name);
      },
    };
    const run = () => night({ ...rest, bankAccounts: slow })(rig.time.nowMs + 4 * MINUTE_MS);
    await run();
    expect(await rig.resultOf()).toMatchObject({ state: 'begun', recorded: 0 });
    await run();
    expect(await rig.resultOf()).toMatchObject({ state: 'failed' });
    await rig.night(2);
    expect(await rig.resultOf()).toMatchObject({ state: 'compared', recorded: 1 });
  });
});

test('a day with many payments is compared by the hour, and continued where a run ended', async () => {
  const transactionId = 'foreign_main_FT-Many';
  for (let index = 0; index < 1_001; index += 1) {
    const atMs = NOON_MS + (index % 660) * MINUTE_MS;
    rig.bank.receiveForeign('Many', { id: `m${index}`, cents: 1 + index, atMs });
    await put(rig, otherMoneyItem({ transactionId, merchantId: '-', atMs, cents: 1 + index }));
  }
  rig.time.nowMs = NOON_MS + 16 * HOUR_MS;
  const { bankAccounts, ...rest } = rig.dependencies();
  const slow = {
    bank: async (name: string) => {
      const bank = await bankAccounts.bank(name);
      if (!bank?.payments) return bank;
      const { of, between } = bank.payments;
      const slowly: typeof between = async (...period) => {
        rig.time.nowMs += MINUTE_MS;
        return between(...period);
      };
      return { ...bank, payments: { of, between: slowly } };
    },
  };
  const run = () => night({ ...rest, accounts: ['main'], bankAccounts: slow })(rig.time.nowMs + 10 * MINUTE_MS);
  const states: (string | undefined)[] = [];
  for (let runs = 0; runs < 3; runs += 1) {
    await run();
    states.push((await rig.resultOf())?.state);
  }
  expect(states).toEqual(['begun', 'begun', 'compared']);
  const cents = (1_001 * 1_002) / 2;
  expect(await rig.resultOf()).toMatchObject({
    ...{ entries: 1_001, listedCents: cents, oursCents: cents, recorded: 0, remaining: 0 },
  });
});

describe('an order that is paid twice (D1, D9)', () => {
  test('opens a question without cents about the later payment, naming the first, once', async () => {
    const [first, second, other] = [await rig.issue('SAME'), await rig.issue('SAME'), await rig.issue('OTHER')];
    await rig.pay(second);
    rig.time.nowMs += MINUTE_MS;
    await rig.pay(first);
    await rig.pay(other);
    await rig.night(1);
    await rig.night(2);
    expect(await exceptionsOf(rig, first.transactionId)).toMatchObject([
      { kind: 'order-paid-twice', receivedCents: null, reportedCents: 1_000, siblingId: second.transactionId },
    ]);
    expect(await exceptionsOf(rig, second.transactionId)).toEqual([]);
    expect(await exceptionsOf(rig, other.transactionId)).toEqual([]);
    expect(rig.wired.lines.filter(({ kind }) => kind === 'order-paid-twice')).toHaveLength(1);
  });

  test('is found on another day than the first, and by a payment that only the list has', async () => {
    const [first, second] = [await rig.issue('SAME'), await rig.issue('SAME')];
    await rig.pay(first);
    await rig.pay(second, { atMs: NOON_MS + 24 * 60 * MINUTE_MS, isLost: true });
    await rig.night(2);
    expect(await exceptionsOf(rig, second.transactionId)).toMatchObject([
      { kind: 'order-paid-twice', siblingId: first.transactionId },
    ]);
  });
});
