import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { begunOn, callBack, calls, dependencies, poll, rig, sweep, test } from '../../fixtures/payments.ts';
import { callbackQuery, listing, recorded } from '../../support/banks/scripted-ifthenpay.ts';
import { exceptionsOf, stored } from '../../support/stored-payments.ts';

/** A started payment of 10 euros, with its callbacks. */
async function started(method: 'mbway' | 'multibanco') {
  const transactionId = await begunOn();
  expect((await calls[method](transactionId)).statusCode).toBe(200);
  const orderId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
  return {
    transactionId,
    callBack: async (changed: Record<string, string> = {}) =>
      (await callBack(callbackQuery(method, { orderId, ...changed }))).statusCode,
    poll: () => poll({ transactionId, index: 0, done: 0 }),
    status: async () => (await stored(rig, transactionId)).status,
    /** The exceptions, as kind and cents, in order of the kinds. */
    exceptions: async () =>
      (await exceptionsOf(rig, transactionId)).map(({ kind, receivedCents }) => `${kind} ${receivedCents}`),
  };
}
const at = (payment_datetime: string, amount = '10.00') => ({ amount, payment_datetime });
const PUSH_MINUTE = '12-02-2026 19:08:00';
const listedPush = (amount: string) => listing({ amount, paymentDate: PUSH_MINUTE });

describe('the amount of a push is the bank’s, never the requested one', () => {
  test.each([
    ['the callback before the poll', ['callback', 'poll', 'callback', 'poll']],
    ['the poll before the callback', ['poll', 'callback', 'poll', 'callback']],
  ])('a push paid with too little is underpaid and never paid: %s', async (_, reports) => {
    const push = await started('mbway');
    rig.provider.script('status', recorded('status-paid'));
    rig.provider.script('payments', listedPush('9.99'));
    for (const report of reports) {
      if (report === 'poll') await push.poll();
      else expect(await push.callBack({ amount: '9.99' })).toBe(200);
    }
    expect([await push.status(), await push.exceptions()]).toEqual(['pending', ['underpaid 999']]);
    expect((await stored(rig, push.transactionId)).settlements).toEqual([]);
  });

  test('a payment that is not in the list yet changes nothing: callback and polls are retried', async () => {
    const push = await started('mbway');
    rig.provider.script('status', recorded('status-paid'));
    dependencies.polls.length = 0;
    await push.poll();
    expect(dependencies.polls).toHaveLength(1);
    expect(await push.callBack()).toBe(503);
    rig.time.nowMs += HOUR_MS;
    await sweep();
    expect([await push.status(), await push.exceptions()]).toEqual(['pending', []]);
    rig.provider.script('payments', listedPush('10.00'));
    expect(await push.callBack()).toBe(200);
    expect([await push.status(), await push.exceptions()]).toEqual(['paid', []]);
  });
});

describe('two reports are one payment only if ids, cents and second are equal', () => {
  const FIRST = at('13-02-2026 15:41:07');

  test.each([
    ['another amount in the same second', at('13-02-2026 15:41:07', '3.33'), 'paid-twice 333'],
    ['the same amount in the same minute', at('13-02-2026 15:41:40'), 'paid-twice 1000'],
    ['another amount an hour later', at('13-02-2026 16:41:07', '3.33'), 'paid-twice 333'],
  ])('a second payment of a reference, with %s, is recorded once', async (_, second, exception) => {
    const reference = await started('multibanco');
    for (const report of [FIRST, second, second, FIRST, second]) expect(await reference.callBack(report)).toBe(200);
    expect([await reference.status(), await reference.exceptions()]).toEqual(['paid', [exception]]);
  });

  test('a callback and the list, which lacks the seconds, report the same payment', async () => {
    const reference = await started('multibanco');
    rig.provider.script('payments', listing({ amount: 10, paymentDate: '13-02-2026 15:41:00' }));
    rig.time.nowMs = Date.parse('2026-02-16T00:20:00Z');
    await sweep();
    expect(await reference.status()).toBe('paid');
    expect(await reference.callBack(FIRST)).toBe(200);
    expect(await reference.exceptions()).toEqual([]);
    // From then on the seconds are known, and identify a second payment of the minute.
    expect(await reference.callBack(at('13-02-2026 15:41:40'))).toBe(200);
    expect(await reference.exceptions()).toEqual(['paid-twice 1000']);
  });

  test.each([
    ['of the same amount in one minute', [10, 10], 'paid', ['paid-twice 1000']],
    ['of a part, then the complete sum', [3.33, 10], 'paid', ['underpaid 333']],
    ['of two equal parts', [4, 4], 'pending', ['underpaid 400', 'underpaid 400']],
  ])('each entry of the list %s is recorded, and late callbacks change nothing', async (_, sums, becomes, wanted) => {
    const reference = await started('multibanco');
    const entries = sums.map((amount) => ({ amount, paymentDate: '13-02-2026 15:41:00' }));
    rig.provider.script('payments', listing(...entries));
    rig.time.nowMs = Date.parse('2026-02-16T00:20:00Z');
    for (const _ of [1, 2]) {
      await sweep();
      rig.time.nowMs += HOUR_MS;
    }
    expect([await reference.status(), await reference.exceptions()]).toEqual([becomes, wanted]);
    for (const _ of [1, 2]) {
      for (const [index, amount] of sums.entries()) {
        const report = at(`13-02-2026 15:41:0${index + 1}`, amount.toFixed(2));
        expect(await reference.callBack(report)).toBe(200);
      }
    }
    expect([await reference.status(), await reference.exceptions()]).toEqual([becomes, wanted]);
  });

  test('a callback without an entry in the list is retried, whatever other entries the list has', async () => {
    const reference = await started('multibanco');
    rig.provider.script('payments', listing({ amount: 10, paymentDate: '13-02-2026 15:30:00' }));
    const other = at('13-02-2026 15:41:07', '3.33');
    expect(await reference.callBack(other)).toBe(503);
    expect(await reference.callBack(other)).toBe(200);
    expect([await reference.status(), await reference.exceptions()]).toEqual(['paid', ['paid-twice 333']]);
  });

  test('two amounts in one second on a foreign order are two records', async () => {
    const orderId = `SHOP-${Date.now()}`;
    const requestId = `foreign${Date.now()}`;
    for (const amount of ['5.00', '6.00', '5.00']) {
      await callBack(callbackQuery('mbway', { orderId, requestId, amount }));
    }
    const found = await exceptionsOf(rig, `foreign_${requestId}`);
    expect(found.map(({ receivedCents }) => receivedCents)).toEqual([500, 600]);
  });
});

describe('refunds are distinguished like payments', () => {
  const returned = (second: string, amount: string) => ({
    ...at(`20-02-2026 10:00:${second}`, amount),
    status: 'DEVOLVIDO',
  });
  const refunds = async (transactionId: string) => {
    const found = dependencies.lines.filter(
      (line) => line.transactionId === transactionId && line.outcome === 'refund recorded',
    );
    return found.length;
  };

  test('3, 3 and 4 of 10 are three refunds, however often each is reported', async () => {
    const reference = await started('multibanco');
    await reference.callBack();
    const parts = [returned('01', '3.00'), returned('02', '3.00'), returned('02', '4.00')];
    for (const part of [...parts, ...parts]) expect(await reference.callBack(part)).toBe(200);
    expect([await refunds(reference.transactionId), await reference.exceptions()]).toEqual([3, []]);
  });

  test('a refund beyond the paid amount is an exception, once', async () => {
    const reference = await started('multibanco');
    await reference.callBack();
    for (const part of [
      returned('01', '6.00'),
      returned('02', '5.00'),
      returned('02', '5.00'),
      returned('03', '4.00'),
    ]) {
      expect(await reference.callBack(part)).toBe(200);
    }
    expect([await refunds(reference.transactionId), await reference.exceptions()]).toEqual([2, ['unknown-refund 500']]);
  });
});

describe('the repeated hour of October', () => {
  test.each([
    ['paid in the first, reported immediately', '2026-10-25T00:30:05Z', '2026-10-25T00:30:00Z'],
    ['reported after both, the later', '2026-10-25T01:30:05Z', '2026-10-25T01:30:00Z'],
  ])('%s', async (_, now, paidAt) => {
    rig.time.nowMs = Date.parse('2026-10-24T20:00:00Z');
    const reference = await started('multibanco');
    rig.time.nowMs = Date.parse(now);
    await reference.callBack(at('25-10-2026 01:30:00'));
    expect((await stored(rig, reference.transactionId)).paidAt).toBe(Date.parse(paidAt));
    // The wall clock is the same: a repeat hours later is still a repeat.
    rig.time.nowMs += 3 * HOUR_MS;
    expect(await reference.callBack(at('25-10-2026 01:30:00'))).toBe(200);
    expect(await reference.exceptions()).toEqual([]);
  });

  test('without a callback, a time of the list is never in the future', async () => {
    rig.time.nowMs = Date.parse('2026-10-25T00:29:00Z');
    const push = await started('mbway');
    rig.time.nowMs = Date.parse('2026-10-25T00:30:05Z');
    rig.provider.script('status', recorded('status-paid', { UpdateAt: '25-10-2026 01:30:00' }));
    rig.provider.script('payments', listing({ amount: 10, paymentDate: '25-10-2026 01:30:00' }));
    await push.poll();
    expect((await stored(rig, push.transactionId)).paidAt).toBe(Date.parse('2026-10-25T00:30:00Z'));
  });
});
