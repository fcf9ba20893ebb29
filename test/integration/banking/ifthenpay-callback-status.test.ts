import { describe, expect } from 'vitest';
import { begunOn, callBack, calls, dependencies, rig, sweep, test } from '../../fixtures/payments.ts';
import { callbackQuery, callbackWithoutStatus, listing, recorded } from '../../support/banks/scripted-ifthenpay.ts';
import { exceptionsOf, refundsOf, stored } from '../../support/stored-payments.ts';

/*
 * What a callback says of the money is what the registered URL asks for: ifthenpay fills in placeholders and adds
 * nothing (ifthenpay, "Callback & Notifications"). Its plugins register `estado=[ESTADO]`, with the values PAGO and
 * DEVOLVIDO; another set of names is English. What a test expects of money is what the customer paid and got back.
 */

type Method = 'mbway' | 'multibanco';
const PAID_AT = { mbway: '12-02-2026 19:08:44', multibanco: '13-02-2026 15:41:07' };
const LATER = '20-02-2026 10:00:31';
const UNFILLED = { status: '[STATUS]', estado: '[ESTADO]' };
const WARNING = expect.objectContaining({ level: 'warn', message: 'bank notification without status' });

/** A start of 10 euros and its callbacks. */
async function started(method: Method) {
  const transactionId = await begunOn();
  expect((await calls[method](transactionId)).statusCode).toBe(200);
  const orderId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
  const send = async (query: Record<string, string>) => (await callBack(query)).statusCode;
  return {
    transactionId,
    callBack: (changed: Record<string, string> = {}) =>
      send(callbackQuery(method, { orderId, payment_datetime: PAID_AT[method], ...changed })),
    /** By the URL of an account that has not been registered again. */
    callBackWithoutStatus: (changed: Record<string, string> = {}) =>
      send(callbackWithoutStatus(method, { orderId, payment_datetime: PAID_AT[method], ...changed })),
    status: async () => (await stored(rig, transactionId)).status,
    exceptions: async () =>
      (await exceptionsOf(rig, transactionId)).map(({ kind, receivedCents }) => `${kind} ${receivedCents}`),
    refunds: async () => (await refundsOf(rig, transactionId)).map(({ amountCents }) => amountCents),
  };
}

/** Makes the list of payments have these, and the status of a push say paid. */
function listed(...payments: { amount: number; paymentDate: string }[]): void {
  rig.provider.script('status', recorded('status-paid'));
  rig.provider.script('payments', payments.length === 0 ? recorded('payments-none') : listing(...payments));
}
const withoutList = () => rig.provider.script('payments', { status: 503, body: '<html>' });

/** The list has what is older than this. */
const LISTED_AFTER_MS = 15 * 60_000;
const afterLag = () => {
  rig.time.nowMs = Date.parse('2026-02-13T15:41:10Z') + LISTED_AFTER_MS;
};

/** The same, paid. */
async function paid(method: Method) {
  const start = await started(method);
  rig.time.nowMs = Date.parse('2026-02-13T15:41:10Z');
  listed({ amount: 10, paymentDate: PAID_AT[method] });
  expect(await start.callBack()).toBe(200);
  expect(await start.status()).toBe('paid');
  return start;
}

describe.each(['mbway', 'multibanco'] as const)('a callback of %s with a status', (method) => {
  test.each([
    ['PAGO in the Portuguese name', { status: '[STATUS]', estado: 'PAGO' }],
    ['PAID in the English name', { status: 'Paid', estado: '[ESTADO]' }],
  ])('%s is money', async (_, words) => {
    const start = await started(method);
    listed({ amount: 10, paymentDate: PAID_AT[method] });
    expect(await start.callBack(words)).toBe(200);
    expect([await start.status(), await start.exceptions()]).toEqual(['paid', []]);
    expect(dependencies.lines).not.toContainEqual(WARNING);
  });

  test.each([
    ['a part', '4.00', 400, { status: '[STATUS]', estado: 'DEVOLVIDO' }],
    ['all of it', '10.00', 1_000, { status: 'DEVOLVIDO', estado: '[ESTADO]' }],
    ['a part, with another word in English', '4.00', 400, { status: 'REFUNDED', estado: 'DEVOLVIDO' }],
  ])('DEVOLVIDO is recorded as a refund of %s, once', async (_, amount, cents, words) => {
    const start = await paid(method);
    for (const _ of [1, 2]) expect(await start.callBack({ ...words, amount, payment_datetime: LATER })).toBe(200);
    expect([await start.status(), await start.exceptions(), await start.refunds()]).toEqual(['paid', [], [cents]]);
  });

  test.each([
    ['unknown', { status: '[STATUS]', estado: 'PENDENTE' }],
    ['two that contradict each other', { status: 'PAID', estado: 'DEVOLVIDO' }],
  ])('any other, such as %s, moves no money: the list decides', async (_, words) => {
    const start = await started(method);
    dependencies.lines.length = 0;
    withoutList();
    expect(await start.callBack(words)).toBe(503);
    listed();
    expect(await start.callBack(words)).toBe(200);
    expect([await start.status(), await start.exceptions(), await start.refunds()]).toEqual(['pending', [], []]);
    listed({ amount: 10, paymentDate: PAID_AT[method] });
    expect(await start.callBack(words)).toBe(200);
    expect([await start.status(), await start.exceptions()]).toEqual(['paid', []]);
  });
});

describe.each(['mbway', 'multibanco'] as const)('a callback of %s without a status', (method) => {
  test.each([
    ['by the URL registered before', {}],
    ['whose placeholders are left unfilled', UNFILLED],
  ])('%s settles a start that is not paid, and is counted', async (_, words) => {
    const start = await started(method);
    listed({ amount: 10, paymentDate: PAID_AT[method] });
    expect(await start.callBackWithoutStatus(words)).toBe(200);
    expect([await start.status(), await start.exceptions()]).toEqual(['paid', []]);
    expect(dependencies.lines).toContainEqual(WARNING);
  });

  test('on a paid start is a repeat when the list has one payment', async () => {
    const start = await paid(method);
    withoutList();
    expect(await start.callBackWithoutStatus()).toBe(503);
    listed({ amount: 10, paymentDate: PAID_AT[method] });
    afterLag();
    expect(await start.callBackWithoutStatus()).toBe(200);
    expect([await start.status(), await start.exceptions(), await start.refunds()]).toEqual(['paid', [], []]);
  });

  test.each([
    ['a part', { amount: '4.00' }],
    ['the full amount', { amount: '10.00' }],
  ])('that reports %s later and is not in the list is no second payment: a person checks it', async (_, sum) => {
    const start = await paid(method);
    const returned = { ...sum, payment_datetime: LATER };
    rig.time.nowMs = Date.parse('2026-02-20T10:00:40Z');
    withoutList();
    expect(await start.callBackWithoutStatus(returned)).toBe(503);
    expect(await start.exceptions()).toEqual([]);
    listed({ amount: 10, paymentDate: PAID_AT[method] });
    // The list need not have what is newer.
    expect([await start.callBackWithoutStatus(returned), await start.exceptions()]).toEqual([503, []]);
    rig.time.nowMs += LISTED_AFTER_MS;
    for (const _ of [1, 2]) expect(await start.callBackWithoutStatus(returned)).toBe(200);
    expect(await start.exceptions()).toEqual(['unclear-payment null']);
    // Another one has a record of its own.
    expect(await start.callBackWithoutStatus({ ...returned, amount: '1.00' })).toBe(200);
    expect(await start.exceptions()).toEqual(['unclear-payment null', 'unclear-payment null']);
    expect(await start.status()).toBe('paid');
  });
});

describe('a callback of a push without a status, of returned money', () => {
  /** Two minutes after the payment, in the list or not, the list is up to date. */
  const returned = { payment_datetime: '12-02-2026 19:09:05' };
  const afterReturn = () => {
    rig.time.nowMs = Date.parse('2026-02-12T19:11:00Z');
  };

  test('is checked by a person where a part of the amount was paid', async () => {
    const start = await started('mbway');
    rig.provider.script('status', recorded('status-paid'));
    rig.provider.script('payments', listing({ amount: 4, paymentDate: PAID_AT.mbway }));
    expect(await start.callBack({ amount: '4.00' })).toBe(200);
    expect(await start.exceptions()).toEqual(['underpaid 400']);
    afterReturn();
    rig.provider.script('payments', recorded('payments-none'));
    expect(await start.callBackWithoutStatus({ ...returned, amount: '4.00' })).toBe(200);
    expect((await start.exceptions()).toSorted()).toEqual(['unclear-payment null', 'underpaid 400']);
  });
});

describe('a callback of a reference without a status', () => {
  test('is a second payment when the list has a second one', async () => {
    const start = await paid('multibanco');
    listed({ amount: 10, paymentDate: PAID_AT.multibanco }, { amount: 10, paymentDate: LATER });
    rig.time.nowMs = Date.parse('2026-02-20T10:00:40Z');
    expect(await start.callBackWithoutStatus({ payment_datetime: LATER })).toBe(200);
    rig.time.nowMs += LISTED_AFTER_MS;
    expect(await start.callBackWithoutStatus({ payment_datetime: LATER })).toBe(200);
    expect([await start.status(), await start.exceptions()]).toEqual(['paid', ['paid-twice 1000']]);
  });
});

/*
 * ifthenpay's list gives seconds in production ("18-08-2026 22:05:56") and minutes in its published sample; its clock
 * and that of the callback differ.
 */
describe('two reports of one request id and amount whose times differ a little', () => {
  const SECOND_LATER = { payment_datetime: '13-02-2026 15:41:08' };
  const TWO = [
    { amount: 10, paymentDate: '13-02-2026 15:41:06' },
    { amount: 10, paymentDate: '13-02-2026 15:41:09' },
  ];

  test.each([
    ['one entry is one payment', TWO.slice(0, 1), []],
    ['two entries are two payments', TWO, ['paid-twice 1000']],
  ])('are judged by the number of entries in the list: %s', async (_, entries, exceptions) => {
    const start = await paid('multibanco');
    withoutList();
    expect(await start.callBack(SECOND_LATER)).toBe(503);
    expect(await start.exceptions()).toEqual([]);
    listed(...entries);
    afterLag();
    for (const _ of [1, 2]) expect(await start.callBack(SECOND_LATER)).toBe(200);
    expect(await start.callBack()).toBe(200);
    expect(await start.exceptions()).toEqual(exceptions);
  });

  test('are two payments of which the list lacks the newer one: the callback comes again', async () => {
    const start = await paid('multibanco');
    listed(...TWO.slice(0, 1));
    expect([await start.callBack(SECOND_LATER), await start.exceptions()]).toEqual([503, []]);
    listed(...TWO);
    expect([await start.callBack(SECOND_LATER), await start.exceptions()]).toEqual([200, ['paid-twice 1000']]);
  });

  test.each([
    ['in the minute before', '13-02-2026 15:40:59'],
    ['to the minute', '13-02-2026 15:41:00'],
  ])('are one payment when the list found it first, %s', async (_, paymentDate) => {
    const start = await started('multibanco');
    listed({ amount: 10, paymentDate });
    rig.time.nowMs = Date.parse('2026-02-16T00:20:00Z');
    await sweep();
    expect(await start.status()).toBe('paid');
    for (const _ of [1, 2]) expect(await start.callBack()).toBe(200);
    expect(await start.exceptions()).toEqual([]);
    // The second payment, whose callback comes first after that.
    listed({ amount: 10, paymentDate }, { amount: 10, paymentDate: '13-02-2026 15:41:09' });
    for (const _ of [1, 2]) expect(await start.callBack(SECOND_LATER)).toBe(200);
    expect(await start.exceptions()).toEqual(['paid-twice 1000']);
  });
});

describe('a second payment of a reference in the same second', () => {
  test('is recorded when the list has two: the callbacks are identical', async () => {
    const start = await paid('multibanco');
    withoutList();
    expect([await start.callBack(), await start.exceptions()]).toEqual([503, []]);
    const payment = { amount: 10, paymentDate: PAID_AT.multibanco };
    listed(payment);
    expect([await start.callBack(), await start.exceptions()]).toEqual([200, []]);
    listed(payment, payment);
    for (const _ of [1, 2]) expect(await start.callBack()).toBe(200);
    expect(await start.exceptions()).toEqual(['paid-twice 1000']);
  });
});

describe('the tester of ifthenpay’s back office', () => {
  const UNFILLED_URL = {
    key: '[ANTI_PHISHING_KEY]',
    orderId: '[ORDER_ID]',
    amount: '[AMOUNT]',
    requestId: '[REQUEST_ID]',
    payment_datetime: '[PAYMENT_DATETIME]',
    ...UNFILLED,
  };

  test('sends the placeholders unfilled: acknowledged, and no forgery', async () => {
    expect((await callBack(UNFILLED_URL)).statusCode).toBe(200);
    expect(dependencies.lines).toMatchObject([{ level: 'info', account: 'ifthenpay-1' }]);
  });

  test('is not a callback whose key alone is unfilled: that one carries money and is refused', async () => {
    const start = await started('multibanco');
    expect(await start.callBack({ key: '[ANTI_PHISHING_KEY]' })).toBe(400);
    expect(dependencies.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', detail: 'the anti-phishing key is not filled in' }),
    );
    expect(await start.status()).toBe('pending');
  });
});
