import { beforeEach, describe, expect } from 'vitest';
import { ANSWERS, NOT_REGISTERED, PUSH_OUT, startsSeen } from '../../../rig/banks/bank-script.ts';
import { errorOf, notify, paymentCalls } from '../../../rig/payment-calls.ts';
import { beginAnother, calls, dependenciesOf, rig, pendingTest as test, transactionId } from '../../../rig/payments.ts';
import { stored } from '../../../rig/stored-payments.ts';
import { paymentsIn } from '../../../rig/wired.ts';

beforeEach(() => rig.sibs.script('status', ANSWERS.waiting));

const PHONE = '912345678';
const OTHER_PHONE = '923456789';
const times = (count: number) => Array.from({ length: count });

describe('invariant 2: concurrent calls', () => {
  test('the same push ten times: one is sent, and all have the same answer 200 (D6)', async () => {
    const answers = await Promise.all(times(10).map(() => calls.mbway(transactionId, PHONE)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(times(10).map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(startsSeen(rig.sibs)).toEqual({ pushes: 1, references: 0 });
    const { attempts, liveAttempt } = await stored(rig, transactionId);
    expect([attempts.length, liveAttempt]).toEqual([1, 0]);
  });

  test('the same reference ten times: one is issued, and all return it (D6)', async () => {
    rig.sibs.script('status', ANSWERS.waitingReference);
    const answers = await Promise.all(times(10).map(() => calls.multibanco(transactionId)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(startsSeen(rig.sibs)).toEqual({ pushes: 0, references: 1 });
  });

  test.each(times(3).map((_, round) => round))(
    'a push and a reference: one starts, the other is 400 (round %d)',
    async () => {
      const answers = await Promise.all([calls.mbway(transactionId), calls.multibanco(transactionId)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
      const { pushes, references } = startsSeen(rig.sibs);
      expect(pushes + references).toBe(1);
      const winner = pushes === 1 ? 'MBWAY' : 'REFERENCE';
      expect(await stored(rig, transactionId)).toMatchObject({ paymentMethod: winner, liveAttempt: 0 });
      expect((await stored(rig, transactionId)).attempts).toHaveLength(1);
    },
  );

  test('pushes to two phones: one is sent, the other is 400 naming phoneNumber', async () => {
    const answers = await Promise.all([calls.mbway(transactionId, PHONE), calls.mbway(transactionId, OTHER_PHONE)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(startsSeen(rig.sibs).pushes).toBe(1);
    const refused = answers.find(({ statusCode }) => statusCode === 400);
    expect(refused && errorOf(refused)).toMatch(/^phoneNumber: a push to another number/);
  });

  test('pushes to a phone without MB WAY: at most one is live, and the transaction ends free (D7)', async () => {
    rig.sibs.script('purchase', NOT_REGISTERED);
    rig.sibs.script('status', ANSWERS.notStarted);
    const answers = await Promise.all(times(5).map(() => calls.mbway(transactionId, PHONE)));
    expect(answers.every(({ statusCode }) => statusCode === 400 || statusCode === 502)).toBe(true);
    const transaction = await stored(rig, transactionId);
    expect(transaction).toMatchObject({ status: 'pending', paymentMethod: null });
    expect(transaction.attempts.every(({ state }) => state === 'ended')).toBe(true);
    rig.sibs.script('purchase', PUSH_OUT);
    expect((await calls.mbway(transactionId, OTHER_PHONE)).statusCode).toBe(200);
  });

  test('a push and its notification: one settlement, whichever is first', async () => {
    const dependencies = dependenciesOf(rig);
    for (const _ of times(2)) {
      await beginAnother();
      await calls.mbway(transactionId, PHONE);
      const transaction = await stored(rig, transactionId);
      await Promise.all([
        notify(dependencies, transaction),
        notify(dependencies, transaction),
        calls.mbway(transactionId, PHONE),
        calls.multibanco(transactionId),
      ]);
      const { settlements, status } = await stored(rig, transactionId);
      expect([status, settlements.length]).toEqual(['paid', 1]);
    }
    expect(startsSeen(rig.sibs)).toEqual({ pushes: 2, references: 0 });
  });
});

describe('a stale copy of the item', () => {
  test('never leads to a refusal that no longer applies (D7: another phone after a refused one)', async () => {
    rig.sibs.script('purchase', NOT_REGISTERED);
    const table = paymentsIn(rig.client).transactions;
    const claimed: { copy?: Awaited<ReturnType<typeof table.read>> } = {};
    const dependencies = dependenciesOf(rig);
    const lagging = {
      ...dependencies,
      transactions: {
        ...table,
        // Until this copy is refreshed, an eventually consistent read shows the item as it was during the claim.
        read: async (id: string, consistent: boolean) =>
          consistent || !claimed.copy ? table.read(id, consistent) : claimed.copy,
        claim: async (...[seen, ...rest]: Parameters<typeof table.claim>) => {
          const isClaimed = await table.claim(seen, ...rest);
          claimed.copy ??= await table.read(seen.transactionId, true);
          return isClaimed;
        },
      },
    };
    const laggingCalls = paymentCalls(lagging);
    expect((await laggingCalls.mbway(transactionId, PHONE)).statusCode).toBe(400);
    rig.sibs.script('purchase', PUSH_OUT);
    expect((await laggingCalls.mbway(transactionId, OTHER_PHONE)).statusCode).toBe(200);
  });

  test('never leads to a second start', async () => {
    const table = paymentsIn(rig.client).transactions;
    const old = await table.read(transactionId, true);
    const lagging = {
      ...dependenciesOf(rig),
      transactions: {
        ...table,
        read: async (id: string, consistent: boolean) => (consistent ? table.read(id, true) : old),
      },
    };
    await calls.mbway(transactionId, PHONE);
    expect((await paymentCalls(lagging).mbway(transactionId, PHONE)).statusCode).toBe(200);
    expect((await paymentCalls(lagging).multibanco(transactionId)).statusCode).toBe(400);
    expect(startsSeen(rig.sibs)).toEqual({ pushes: 1, references: 0 });
  });
});
