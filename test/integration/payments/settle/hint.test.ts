import { describe, expect } from 'vitest';
import { applyList } from '../../../../functions/payments/settle/apply-list.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { callbackQuery, callbackWithoutStatus, listing, recorded } from '../../../rig/banks/scripted-ifthenpay.ts';
import { begunOn, callBack, poll, sweep } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { exceptionsOf, moneyOf, stored } from '../../../rig/stored-payments.ts';

/*
 * A callback is a hint: what it says is money once the provider's list has it. What a callback says is what the
 * registered URL asks for: ifthenpay fills in placeholders and adds nothing (ifthenpay, "Callback & Notifications").
 */

type Method = 'mbway' | 'multibanco';
const METHODS = ['mbway', 'multibanco'] as const;
const PAID_AT = { mbway: '12-02-2026 19:08:44', multibanco: '13-02-2026 15:41:07' };
const LATER = { payment_datetime: '20-02-2026 10:00:31' };
const UNFILLED = { status: '[STATUS]', estado: '[ESTADO]' };

/** A start of 10 euros and its callbacks. */
async function started(method: Method) {
  const transactionId = await begunOn();
  expect((await calls[method](transactionId)).statusCode).toBe(200);
  const orderId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
  const send = async (query: Record<string, string>) => (await callBack(query)).statusCode;
  const time = { orderId, payment_datetime: PAID_AT[method] };
  const place = { transactionId, bankAccount: 'ifthenpay-1' };
  const atMs = rig.time.nowMs;
  return {
    transactionId,
    callBack: (changed: Record<string, string> = {}) => send(callbackQuery(method, { ...time, ...changed })),
    /** By the URL of an account that has not been registered again. */
    callBackWithoutStatus: (changed: Record<string, string> = {}) =>
      send(callbackWithoutStatus(method, { ...time, ...changed })),
    poll: () => poll({ transactionId, index: 0, done: 0 }),
    /** As the night does. */
    applyList: (...cents: number[]) =>
      applyList(
        dependencies,
        place,
        orderId,
        cents.map((amountCents) => ({ bankId: orderId, amountCents, atMs })),
      ),
    money: () => moneyOf(rig, transactionId),
    closed: async () => (await exceptionsOf(rig, transactionId)).flatMap((each) => (each.closed ? [each.closed] : [])),
  };
}

/** The list has these amounts, and the status of a push is paid. */
function listed(...amounts: number[]): void {
  const payments = amounts.map((amount) => ({ amount, paymentDate: PAID_AT.multibanco }));
  rig.provider.script('status', recorded('status-paid'));
  rig.provider.script('payments', amounts.length === 0 ? recorded('payments-none') : listing(...payments));
}
/** Neither the list nor the status of a push. */
function silent(): void {
  rig.provider.script('status', { status: 503, body: '<html>' });
  rig.provider.script('payments', { status: 503, body: '<html>' });
}
const listsSeen = () => rig.provider.seenAt('payments').length;

const nothing = (status: string, received?: number) => ({ status, received, beside: [], returned: [] });
const paid = (...beside: string[]) => ({ ...nothing('paid', 1_000), beside });
const pending = (...beside: string[]) => ({ ...nothing('pending'), beside });
const CONFIRMED = { outcome: 'confirmed', by: 'service' };

async function paidStart(method: Method) {
  const start = await started(method);
  listed(10);
  expect(await start.callBack()).toBe(200);
  expect(await start.money()).toEqual(paid());
  return start;
}

describe('a callback of a reference', () => {
  test('of exactly the amount settles without the list, and its repeat asks for none', async () => {
    const start = await started('multibanco');
    for (const _ of [1, 2]) expect(await start.callBack()).toBe(200);
    expect([await start.money(), listsSeen()]).toEqual([paid(), 0]);
  });

  test.each([
    ['another amount, less', { amount: '9.50' }, [9.5], pending('unclear-payment', 'underpaid 950')],
    ['another amount, more', { amount: '11.00' }, [11], { ...paid('overpaid', 'unclear-payment'), received: 1_100 }],
    ['another word', { status: 'PENDENTE' }, [10], paid('unclear-payment')],
    ['words that contradict each other', { status: 'PAID', estado: 'DEVOLVIDO' }, [10], paid('unclear-payment')],
    ['another request id', { requestId: 'another' }, [10], paid('unclear-payment')],
  ])('with %s is a question until the list has it', async (_, changed, list, expected) => {
    const start = await started('multibanco');
    silent();
    expect(await start.callBack(changed)).toBe(503);
    listed();
    expect(await start.callBack(changed)).toBe(503);
    expect(await start.money()).toEqual(pending('unclear-payment'));
    const reportedCents = Math.round(Number('amount' in changed ? changed.amount : 10) * 100);
    expect(await exceptionsOf(rig, start.transactionId)).toMatchObject([
      { state: 'open', reportedCents, receivedCents: null },
    ]);
    listed(...list);
    for (const _ of [1, 2]) expect(await start.callBack(changed)).toBe(200);
    expect([await start.money(), await start.closed()]).toMatchObject([expected, [CONFIRMED]]);
  });

  test.each(['sweep', 'night'] as const)('that does not come again is closed by the list of the %s', async (by) => {
    const start = await started('multibanco');
    expect(await start.callBack({ amount: '4.00' })).toBe(503);
    rig.time.nowMs = Date.parse('2026-02-16T00:20:00Z');
    listed(4);
    if (by === 'sweep') await sweep();
    else expect(await start.applyList(400)).toEqual({ recorded: 1, unlisted: 0 });
    expect(await start.money()).toMatchObject({ status: 'pending', beside: ['unclear-payment', 'underpaid 400'] });
    expect(await start.closed()).toMatchObject([CONFIRMED]);
    rig.provider.seen.length = 0;
    expect([await start.callBack({ amount: '4.00' }), listsSeen()]).toEqual([200, 0]);
  });
});

describe('a callback of a push', () => {
  test('is a question until the list has it, whether by itself or by the poll', async () => {
    for (const by of ['callback', 'poll'] as const) {
      const start = await started('mbway');
      expect(await start.callBack()).toBe(503);
      expect(await start.money()).toEqual(pending('unclear-payment'));
      listed(10);
      if (by === 'poll') await start.poll();
      else expect(await start.callBack()).toBe(200);
      expect([await start.money(), await start.closed()]).toMatchObject([paid('unclear-payment'), [CONFIRMED]]);
      rig.provider.seen.length = 0;
      // Of a push the name has no time.
      expect([await start.callBack(LATER), listsSeen()]).toEqual([200, 0]);
      listed();
    }
  });

  test.each([['callback'], ['poll']])('paid with too little is never paid, by the %s first', async (first) => {
    const start = await started('mbway');
    listed(9.99);
    for (const by of [first, 'callback', 'poll', 'callback']) {
      if (by === 'poll') await start.poll();
      else expect(await start.callBack({ amount: '9.99' })).toBe(200);
    }
    expect(await start.money()).toEqual(pending('underpaid 999'));
  });

  test('after a wrong refusal is late money', async () => {
    const start = await started('mbway');
    rig.provider.script('status', recorded('status-rejected'));
    await start.poll();
    expect(await start.money()).toEqual(nothing('failed'));
    listed(10);
    expect(await start.callBack()).toBe(200);
    expect(await start.money()).toEqual(paid('late'));
  });
});

describe.each(METHODS)('a callback of %s without a word', (method) => {
  test.each([
    ['by the URL registered before', {}],
    ['left unfilled', UNFILLED],
  ])('%s settles, and is counted', async (_, words) => {
    const start = await started(method);
    listed(10);
    expect(await start.callBackWithoutStatus(words)).toBe(200);
    expect(await start.money()).toEqual(paid());
    const line = { level: 'warn', message: 'bank notification without status' };
    expect(dependencies.lines).toContainEqual(expect.objectContaining(line));
  });

  test('that the list does not have is no second payment', async () => {
    const start = await paidStart(method);
    for (const _ of [1, 2]) expect(await start.callBackWithoutStatus({ ...LATER, amount: '4.00' })).toBe(503);
    expect(await start.money()).toEqual(paid('unclear-payment'));
  });
});

describe('a second payment of a reference', () => {
  test.each([
    ['of the same amount', LATER, [10, 10], 'paid-twice 1000'],
    ['of another amount in the same second', { amount: '3.33' }, [10, 3.33], 'paid-twice 333'],
  ])('%s is recorded once the list has two', async (_, changed, list, beside) => {
    const start = await paidStart('multibanco');
    expect(await start.callBack(changed)).toBe(503);
    expect(await start.money()).toEqual(paid('unclear-payment'));
    listed(...list);
    for (const repeat of [changed, {}, changed]) expect(await start.callBack(repeat)).toBe(200);
    expect(await start.money()).toEqual(paid(beside, 'unclear-payment'));
  });

  test('of the same amount in the same second has the same callback: the list alone finds it', async () => {
    const start = await paidStart('multibanco');
    listed(10, 10);
    expect(await start.callBack()).toBe(200);
    expect(await start.money()).toEqual(paid());
    expect(await start.applyList(1_000, 1_000)).toEqual({ recorded: 1, unlisted: 0 });
    expect(await start.applyList(1_000, 1_000)).toEqual({ recorded: 0, unlisted: 0 });
    expect(await start.money()).toEqual(paid('paid-twice 1000'));
    expect(await start.applyList(1_000)).toEqual({ recorded: 0, unlisted: 1 });
  });

  test.each([
    ['of the same amount', [10, 10], paid('paid-twice 1000')],
    ['of a part, then all of it', [3.33, 10], 333],
    ['of two equal parts', [4, 4], pending('underpaid 400', 'underpaid 400')],
  ])('each entry of the list %s is recorded once, and late callbacks name them', async (_, list, expected) => {
    const start = await started('multibanco');
    listed(...list);
    rig.time.nowMs = Date.parse('2026-02-16T00:20:00Z');
    for (const _ of [1, 2]) {
      await sweep();
      rig.time.nowMs += HOUR_MS;
    }
    const before = await start.money();
    if (typeof expected === 'number')
      expect(before).toMatchObject({ received: 1_000, beside: [expect.stringContaining('333')] });
    else expect(before).toEqual(expected);
    for (const _ of [1, 2]) {
      for (const [nth, amount] of list.entries()) {
        const time = { payment_datetime: `13-02-2026 15:41:0${nth}` };
        expect(await start.callBack({ ...time, amount: amount.toFixed(2) })).toBe(200);
      }
    }
    expect(await start.money()).toEqual(before);
  });
});

describe.each(METHODS)('DEVOLVIDO of %s', (method) => {
  const RETURNED = { status: '[STATUS]', estado: 'DEVOLVIDO', ...LATER };

  test.each([
    ['a part', { ...RETURNED, amount: '4.00' }, 400],
    ['all of it, in the other name', { ...LATER, status: 'DEVOLVIDO', estado: '[ESTADO]' }, 1_000],
    ['with another word in English', { ...RETURNED, status: 'REFUNDED' }, 1_000],
  ])('is a refund: %s', async (_, changed, cents) => {
    const start = await paidStart(method);
    expect(await start.callBack(changed)).toBe(200);
    expect(await start.money()).toEqual({ ...paid(), returned: [cents] });
  });

  test('again after it was acknowledged may be a second one: a person is asked', async () => {
    const start = await paidStart(method);
    for (const _ of [1, 2, 3]) expect(await start.callBack({ ...RETURNED, amount: '4.00' })).toBe(200);
    expect(await start.money()).toEqual({ ...paid('unknown-refund'), returned: [400] });
    expect(await exceptionsOf(rig, start.transactionId)).toMatchObject([
      { detail: expect.stringContaining('perhaps a second one'), reportedCents: 400, receivedCents: null },
    ]);
  });

  test('of other cents or another second is another one', async () => {
    const start = await paidStart(method);
    const other = { payment_datetime: '20-02-2026 10:00:32' };
    for (const changed of [{ amount: '3.00' }, { amount: '4.00' }, { amount: '3.00', ...other }]) {
      expect(await start.callBack({ ...RETURNED, ...changed })).toBe(200);
    }
    const { beside, returned } = await start.money();
    expect([beside, returned.sort()]).toEqual([[], [300, 300, 400]]);
  });

  test('before the payment is known waits for the list, and is no second one meanwhile', async () => {
    const start = await started(method);
    silent();
    for (const _ of [1, 2]) expect(await start.callBack(RETURNED)).toBe(503);
    listed(10);
    expect(await start.callBack(RETURNED)).toBe(200);
    expect(await start.money()).toEqual({ ...paid(), returned: [1_000] });
  });
});

test('invariant 9: money of an order that is not ours is recorded once the list has it, each amount', async () => {
  const orderId = `SHOP-${Date.now()}`;
  const send = async (amount: string) => (await callBack(callbackQuery('mbway', { orderId, amount }))).statusCode;
  expect(await send('5.00')).toBe(503);
  expect((await moneyOf(rig, `foreign_ifthenpay-1_${orderId}`)).beside).toEqual(['unclear-payment']);
  listed(5, 6);
  for (const amount of ['5.00', '6.00', '5.00']) expect(await send(amount)).toBe(200);
  const { beside } = await moneyOf(rig, `foreign_ifthenpay-1_${orderId}`);
  expect(beside).toEqual(['unclear-payment', 'unknown-payment 500', 'unknown-payment 600']);
  const exceptions = await exceptionsOf(rig, `foreign_ifthenpay-1_${orderId}`);
  expect(new Set(exceptions.map(({ merchantId }) => merchantId))).toEqual(new Set(['-']));
});

describe('many reports at one moment', () => {
  const rounds = [...Array(8).keys()];
  test.each([
    ['a push', 'mbway', {}, [10], nothing('paid', 1_000)],
    ['a reference of less', 'multibanco', { amount: '4.00' }, [4], pending('underpaid 400')],
    ['a reference of more', 'multibanco', { amount: '15.00' }, [15], { ...paid('overpaid'), received: 1_500 }],
  ] as const)('of %s are one movement', async (_, method, changed, list, expected) => {
    for (const __ of rounds) {
      const start = await started(method);
      listed(...list);
      const cents = list.map((amount) => amount * 100);
      const reports = [start.callBack(changed), start.callBack(changed), start.poll(), start.applyList(...cents)];
      await Promise.all(reports);
      expect(await start.callBack(changed)).toBe(200);
      expect(await start.money()).toEqual(expected);
      listed();
    }
  });

  test('of a callback without an entry are one question', async () => {
    for (const _ of rounds) {
      const start = await started('mbway');
      expect(await Promise.all([start.callBack(), start.callBack(), start.callBack()])).toEqual([503, 503, 503]);
      expect(await start.money()).toEqual(pending('unclear-payment'));
    }
  });
});

describe('the repeated hour of October', () => {
  test.each([
    ['paid in the first, reported immediately', '2026-10-25T00:30:05Z', '2026-10-25T00:30:00Z'],
    ['reported after both, the later', '2026-10-25T01:30:05Z', '2026-10-25T01:30:00Z'],
  ])('%s', async (_, now, paidAt) => {
    rig.time.nowMs = Date.parse('2026-10-24T20:00:00Z');
    const start = await started('multibanco');
    rig.time.nowMs = Date.parse(now);
    const time = { payment_datetime: '25-10-2026 01:30:00' };
    await start.callBack(time);
    expect((await stored(rig, start.transactionId)).paidAt).toBe(Date.parse(paidAt));
    // The name has the time as written: a repeat hours later is still a repeat.
    rig.time.nowMs += 3 * HOUR_MS;
    expect([await start.callBack(time), await start.money()]).toEqual([200, paid()]);
  });

  test('without a callback, a time of the list is never in the future', async () => {
    rig.time.nowMs = Date.parse('2026-10-25T00:29:00Z');
    const start = await started('mbway');
    rig.time.nowMs = Date.parse('2026-10-25T00:30:05Z');
    rig.provider.script('status', recorded('status-paid', { UpdateAt: '25-10-2026 01:30:00' }));
    rig.provider.script('payments', listing({ amount: 10, paymentDate: '25-10-2026 01:30:00' }));
    await start.poll();
    expect((await stored(rig, start.transactionId)).paidAt).toBe(Date.parse('2026-10-25T00:30:00Z'));
  });
});
