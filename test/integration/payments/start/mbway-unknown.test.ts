import { describe, expect } from 'vitest';
import { START_IN_FLIGHT_MS } from '../../../../functions/payments/times.ts';
import { ANSWERS, BANK_503, PUSH_OUT } from '../../../rig/banks/bank-script.ts';
import type { Reply } from '../../../rig/banks/scripted-server.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { errorOf } from '../../../rig/payment-calls.ts';
import { calls, dependencies, rig, pendingTest as test, transactionId } from '../../../rig/payments.ts';
import { expectRefused } from '../../../rig/refused.ts';
import { exceptionsOf, stored } from '../../../rig/stored-payments.ts';

const PHONE = '912345678';
const OTHER_PHONE = '923456789';

/** A call with an unknown outcome: the purchase was sent and its answer is unusable. */
async function losePush(reply: Reply = BANK_503): Promise<void> {
  rig.sibs.script('purchase', reply);
  expectRefused(await calls.mbway(transactionId, PHONE), 502, 'may have started');
  rig.sibs.script('purchase', PUSH_OUT);
}

/** Moves the clock; the bank then answers inquiries with this. */
function later(laterMs: number, answer: Reply): void {
  rig.time.nowMs = NOW_MS + laterMs;
  rig.sibs.script('status', answer);
}

describe('D8: the same call again', () => {
  test('waits for the first call’s record before it queries the bank, once', async () => {
    await losePush();
    later(1_000, ANSWERS.waiting);
    await calls.mbway(transactionId, PHONE);
    expect(rig.sibs.seenAt('status')).toHaveLength(1);
    expect(dependencies.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(2_000);
    expect(dependencies.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(4_000);
  });

  test('is 400 when the push was paid meanwhile, and the payment is recorded', async () => {
    await losePush();
    later(START_IN_FLIGHT_MS, ANSWERS.paid(10));
    expectRefused(await calls.mbway(transactionId, PHONE), 400, 'already paid');
    expect((await stored(rig, transactionId)).settlements).toHaveLength(1);
  });

  test('is 400 when the bank has declined it: the transaction is failed', async () => {
    await losePush();
    later(START_IN_FLIGHT_MS, ANSWERS.declined);
    expect(errorOf(await calls.mbway(transactionId, PHONE))).toContain('already failed');
  });

  test('is 502 when the bank reports too little money: an exception, and never paid (D9)', async () => {
    await losePush();
    later(START_IN_FLIGHT_MS, ANSWERS.paid(9.99));
    expect((await calls.mbway(transactionId, PHONE)).statusCode).toBe(502);
    expect((await stored(rig, transactionId)).status).toBe('pending');
    expect(await exceptionsOf(rig, transactionId)).toMatchObject([{ kind: 'underpaid', receivedCents: 999 }]);
  });
});

describe('D8: another call after a push with an unknown outcome', () => {
  const others = [
    ['another phone', () => calls.mbway(transactionId, OTHER_PHONE), 'phoneNumber: a push to another number'],
    ['the other method', () => calls.multibanco(transactionId), 'push may be live'],
  ] as const;

  test.each(others)('%s before 30 s is 400 without an inquiry at the bank', async (_, call, text) => {
    await losePush();
    later(START_IN_FLIGHT_MS - 1, ANSWERS.notStarted);
    expectRefused(await call(), 400, text);
    expect(rig.sibs.seenAt('status')).toHaveLength(0);
  });

  test.each(others)('%s later is started when certainly no push was sent', async (_, call) => {
    await losePush();
    later(START_IN_FLIGHT_MS, ANSWERS.notStarted);
    expect((await call()).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toMatchObject({ liveAttempt: 1 });
  });
});
