import { beforeEach, describe, expect } from 'vitest';
import { START_IN_FLIGHT_MS } from '../../../../functions/payments/times.ts';
import { ANSWERS, BANK_503, checkoutsSeen, sibsNotification } from '../../../rig/banks/bank-script.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { errorOf, receive } from '../../../rig/payment-calls.ts';
import { dependencies, rig, pendingTest as test, transactionId } from '../../../rig/payments.ts';
import { expectRefused } from '../../../rig/refused.ts';
import { exceptionsOf, stored } from '../../../rig/stored-payments.ts';
import { AT_BANK, FAULTS, fault, heal, METHODS, type Method, type Unknowns, unknowns } from './bank-faults.ts';

let withoutEffect: number;
beforeEach(() => {
  withoutEffect = 0;
});

const begin = (method: Method): Unknowns => unknowns(method, () => withoutEffect);

const everyMethod = METHODS.flatMap((method) => Object.keys(FAULTS).map((name) => [method, name] as const));
const sentFaults = everyMethod.filter(([, name]) => FAULTS[name] !== 'unreachable');

describe('D8: the checkout, which requests no money', () => {
  test.each(everyMethod)(
    '%s: the bank %s: 502, pending, nothing claimed; the same call again starts once',
    async (method, name) => {
      const calls = begin(method);
      fault('checkout', name);
      for (let again = 0; again < 2; again += 1) {
        expectRefused(await calls.same(), 502, 'still pending');
      }
      expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending', attempts: [], paymentMethod: null });
      expect(calls.live()).toBe(0);
      heal(method);
      expect([(await calls.same()).statusCode, (await calls.same()).statusCode, calls.live()]).toEqual([200, 200, 1]);
    },
  );

  test('whose answer was lost is not reused: the next has its own id, and both contain ours', async () => {
    const calls = begin('mbway');
    fault('checkout', 'drops the connection');
    expect((await calls.same()).statusCode).toBe(502);
    heal('mbway');
    expect((await calls.same()).statusCode).toBe(200);
    const ids = rig.sibs.seenAt('checkout').map(({ body }) => String(JSON.parse(body).merchant.merchantTransactionId));
    expect(checkoutsSeen(rig.sibs)).toEqual([transactionId, transactionId]);
    expect([new Set(ids).size, calls.live()]).toEqual([2, 1]);
    // Money on the lost one, which should not occur, is found by that id and recorded for a person.
    const notice = sibsNotification({ merchantTransactionId: ids[0] ?? '', bankId: 's2lost', euros: 10 });
    expect((await receive(dependencies, notice)).statusCode).toBe(200);
    expect(await exceptionsOf(rig, transactionId)).toMatchObject([{ kind: 'unknown-payment', bankId: 's2lost' }]);
    expect((await stored(rig, transactionId)).status).toBe('pending');
  });
});

describe('D8: the start, which may have taken effect', () => {
  /** The call with an unknown outcome: 502, pending, and the claim is recorded. */
  async function lose(calls: Unknowns, method: Method, name: string): Promise<void> {
    fault(AT_BANK[method].route, name);
    const answered = await calls.same();
    expectRefused(answered, 502, 'may have started');
    const { status, attempts, liveAttempt, settlements } = await stored(rig, transactionId);
    expect([status, attempts.map(({ state }) => state), liveAttempt, settlements]).toEqual([
      'pending',
      ['starting'],
      0,
      [],
    ]);
    heal(method);
  }

  test.each(METHODS)(
    '%s that was not sent: 502, pending, and the transaction is free; the next call starts once',
    async (method) => {
      const calls = begin(method);
      fault(AT_BANK[method].route, 'cannot be reached');
      expectRefused(await calls.same(), 502, 'still pending');
      expect(await stored(rig, transactionId)).toMatchObject({
        status: 'pending',
        paymentMethod: null,
        attempts: [],
      });
      heal(method);
      expect([(await calls.same()).statusCode, calls.live()]).toEqual([200, 1]);
    },
  );

  test.each(sentFaults)(
    '%s, the bank %s, and it took effect: the next call finds it and is 200, without a new start',
    async (method, name) => {
      const calls = begin(method);
      await lose(calls, method, name);
      rig.sibs.script('status', AT_BANK[method].answerOut);
      const answers = [await calls.same(), await calls.same()];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      expect((await calls.other()).statusCode).toBe(400);
      expect([calls.live(), (await stored(rig, transactionId)).attempts.map(({ state }) => state)]).toEqual([
        1,
        ['live'],
      ]);
    },
  );

  test.each(sentFaults)(
    '%s, the bank %s, and it certainly had no effect: not before 30 s, then the next call starts it',
    async (method, name) => {
      const calls = begin(method);
      await lose(calls, method, name);
      withoutEffect = 1;
      rig.sibs.script('status', ANSWERS.notStarted);
      expect([(await calls.same()).statusCode, (await calls.other()).statusCode, calls.live()]).toEqual([502, 400, 0]);
      rig.time.nowMs = NOW_MS + START_IN_FLIGHT_MS;
      expect([(await calls.same()).statusCode, calls.live()]).toEqual([200, 1]);
      expect((await stored(rig, transactionId)).attempts.map(({ state }) => state)).toEqual(['ended', 'live']);
    },
  );

  test.each(sentFaults)(
    '%s, the bank %s, and it cannot tell: 502 for the same call, 400 for another, no new start',
    async (method, name) => {
      const calls = begin(method);
      await lose(calls, method, name);
      for (const laterMs of [0, START_IN_FLIGHT_MS, 200_000]) {
        rig.time.nowMs = NOW_MS + laterMs;
        rig.sibs.script('status', BANK_503);
        const [same, other] = [await calls.same(), await calls.other()];
        expect([same.statusCode, other.statusCode]).toEqual([502, 400]);
        expect(errorOf(other)).toMatch(
          method === 'mbway' ? /push may be live/ : /may already have a Multibanco reference/,
        );
      }
      expect([calls.live(), (await stored(rig, transactionId)).status]).toEqual([1, 'pending']);
    },
  );

  test.each(everyMethod)('%s: when the bank %s at an inquiry, the outcome stays unknown', async (method, name) => {
    const calls = begin(method);
    await lose(calls, method, 'answers 503');
    rig.time.nowMs = NOW_MS + START_IN_FLIGHT_MS;
    fault('status', name);
    expect([(await calls.same()).statusCode, (await calls.other()).statusCode, calls.live()]).toEqual([502, 400, 1]);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending', liveAttempt: 0 });
  });
});
