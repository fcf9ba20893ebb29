import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';
import { AMOUNT_REFUSED, checkoutsSeen, NOT_REGISTERED, PUSH_OUT, startsSeen } from '../../../rig/banks/bank-script.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { errorOf, notify } from '../../../rig/payment-calls.ts';
import { calls, dependencies, rig, pendingTest as test, transactionId } from '../../../rig/payments.ts';
import { expectRefused } from '../../../rig/refused.ts';
import { putTransaction, stored } from '../../../rig/stored-payments.ts';

const PHONE = '912345678';
const OTHER_PHONE = '923456789';
const SENT = { success: true, message: expect.stringMatching(/notification sent.*4 minutes/) };

describe('§4.2: mbway', () => {
  test('sends one push and answers exactly success and message', async () => {
    const answered = await calls.mbway(transactionId, PHONE);
    expect([answered.statusCode, answered.body]).toEqual([200, SENT]);
    expect(startsSeen(rig.sibs)).toEqual({ pushes: 1, references: 0 });
    expect(checkoutsSeen(rig.sibs)).toEqual([transactionId]);
    expect(rig.sibs.seenAt('purchase')[0]?.body).toContain(`351#${PHONE}`);
  });

  test('records a live attempt with the phone’s hash and last digits only (invariant 7)', async () => {
    await calls.mbway(transactionId, PHONE);
    const transaction = await stored(rig, transactionId);
    expect(transaction).toMatchObject({ status: 'pending', paymentMethod: 'MBWAY', liveAttempt: 0 });
    expect(transaction.attempts).toEqual([
      {
        method: 'MBWAY',
        bankId: expect.stringMatching(/^s2[0-9a-f]{18}$/),
        state: 'live',
        startedAt: NOW_MS,
        endsAt: NOW_MS + 240_000,
        phoneHash: expect.stringMatching(/^[A-Za-z0-9_-]{16}$/),
        phoneLast3: '678',
      },
    ]);
    expect(JSON.stringify([transaction, dependencies.lines])).not.toContain(PHONE);
  });

  test('leaves the `dueAt` of init unchanged for an immediate push, and moves it for a later one', async () => {
    const soon = await putTransaction(rig);
    const idle = await putTransaction(rig, { dueAt: NOW_MS + 30 * DAY_MS });
    for (const { transactionId } of [soon, idle]) await calls.mbway(transactionId);
    expect((await stored(rig, soon.transactionId)).dueAt).toBe(NOW_MS + 300_000);
    expect((await stored(rig, idle.transactionId)).dueAt).toBe(NOW_MS + 300_000);
  });
});

describe('D6: the same call again', () => {
  test('has the same answer and sends nothing new while the window is open', async () => {
    const first = await calls.mbway(transactionId, PHONE);
    for (const laterMs of [0, 1_000, 239_999]) {
      rig.time.nowMs = NOW_MS + laterMs;
      const again = await calls.mbway(transactionId, PHONE);
      expect([again.statusCode, again.text]).toEqual([200, first.text]);
    }
    expect(rig.sibs.seen).toHaveLength(2);
  });
});

describe('D6: any other call is 400 with the reason', () => {
  test('another phone, without quoting either', async () => {
    await calls.mbway(transactionId, PHONE);
    const answered = await calls.mbway(transactionId, OTHER_PHONE);
    expectRefused(answered, 400, /^phoneNumber: a push to another number/);
    expect(answered.text).not.toMatch(/\d{9}/);
  });

  test.each([
    ['paid', {}],
    ['failed', { status: 'Declined', statusCode: 'E0113' }],
    ['cancelled', { status: 'Timeout' }],
  ] as const)('a transaction that is %s', async (status, facts) => {
    await calls.mbway(transactionId, PHONE);
    await notify(dependencies, await stored(rig, transactionId), facts);
    for (const answered of [await calls.mbway(transactionId, PHONE), await calls.multibanco(transactionId)]) {
      expectRefused(answered, 400, `already ${status}`);
    }
    expect(startsSeen(rig.sibs)).toEqual({ pushes: 1, references: 0 });
  });
});

describe('D2: the minimum of the bank account', () => {
  test('is checked before the bank is called, for each method (MB WAY 0.50, Multibanco 1.00)', async () => {
    const low = await putTransaction(rig, { amountCents: 49 });
    const answered = await calls.mbway(low.transactionId);
    expect([answered.statusCode, errorOf(answered)]).toEqual([400, 'amount is below the minimum for MB WAY, 0.5 EUR']);
    expect(rig.sibs.seen).toEqual([]);
    const between = await putTransaction(rig, { amountCents: 50 });
    expect(errorOf(await calls.multibanco(between.transactionId))).toBe(
      'amount is below the minimum for Multibanco, 1 EUR',
    );
    expect((await calls.mbway(between.transactionId)).statusCode).toBe(200);
  });
});

describe('D7: refused before a push was sent', () => {
  test('a phone without MB WAY is 400 naming phoneNumber, and another phone can be tried', async () => {
    rig.sibs.script('purchase', NOT_REGISTERED);
    expectRefused(await calls.mbway(transactionId, PHONE), 400, /^phoneNumber was refused/);
    const freed = await stored(rig, transactionId);
    expect(freed).toMatchObject({ status: 'pending', paymentMethod: null });
    expect(freed.liveAttempt).toBeUndefined();
    expect(freed.attempts[0]).not.toHaveProperty('phoneHash');
    expect(freed.attempts[0]).not.toHaveProperty('phoneLast3');

    rig.sibs.script('purchase', PUSH_OUT);
    expect((await calls.mbway(transactionId, OTHER_PHONE)).statusCode).toBe(200);
    const { attempts, liveAttempt } = await stored(rig, transactionId);
    expect([attempts.map(({ state }) => state), liveAttempt]).toEqual([['ended', 'live'], 1]);
    expect(new Set(attempts.map(({ bankId }) => bankId)).size).toBe(2);
  });

  test('an amount that the bank refuses at the checkout is 400 naming amount, and nothing is claimed', async () => {
    rig.sibs.script('checkout', AMOUNT_REFUSED);
    expectRefused(await calls.mbway(transactionId), 400, /^amount was refused/);
    expect((await stored(rig, transactionId)).attempts).toEqual([]);
  });
});
