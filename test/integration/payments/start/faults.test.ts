import { describe, expect } from 'vitest';
import { NOT_REGISTERED, OUR_FAULT, PUSH_OUT, startsSeen } from '../../../rig/banks/bank-script.ts';
import { errorOf, notify } from '../../../rig/payment-calls.ts';
import { calls, dependencies, rig, pendingTest as test, transactionId } from '../../../rig/payments.ts';
import { expectRefused } from '../../../rig/refused.ts';
import { exceptionsOf, openExceptionIds, stored } from '../../../rig/stored-payments.ts';
import { PATH_ENDS } from './bank-faults.ts';

const ON_OUR_SIDE = expect.stringContaining('on our side');
const UNREACHABLE = expect.stringContaining('could not be reached');

/** Certain failures of a start, each with the text of its 502. */
const FAULTS: Record<string, { begin(): void; text: unknown }> = {
  'refuses the push for our fault': { begin: () => rig.sibs.script('purchase', OUR_FAULT), text: ON_OUR_SIDE },
  'refuses the checkout for our fault': { begin: () => rig.sibs.script('checkout', OUR_FAULT), text: ON_OUR_SIDE },
  'cannot be reached for the checkout': {
    begin: () => dependencies.unreachable.add(PATH_ENDS.checkout),
    text: UNREACHABLE,
  },
};
const everyFault = Object.keys(FAULTS);

/** Makes starts that certainly fail, each answered 502 with the same text. */
async function fail(count: number, name = 'refuses the push for our fault'): Promise<void> {
  FAULTS[name]?.begin();
  for (let done = 0; done < count; done += 1) {
    const answered = await calls.mbway(transactionId);
    expect([done, answered.statusCode, errorOf(answered)]).toEqual([done, 502, FAULTS[name]?.text]);
  }
}

function mend(): void {
  rig.reset();
  dependencies.unreachable.clear();
}

describe('D7, D8: a start that certainly failed', () => {
  test.each(everyFault)('leaves no attempt on the transaction, however often: the bank %s', async (name) => {
    await fail(12, name);
    const transaction = await stored(rig, transactionId);
    expect(transaction).toMatchObject({ status: 'pending', paymentMethod: null, attempts: [] });
    expect(transaction.liveAttempt).toBeUndefined();
    const errors = dependencies.lines.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(name.endsWith('our fault') ? 12 : 0);
    mend();
    expect((await calls.mbway(transactionId)).statusCode).toBe(200);
    await notify(dependencies, await stored(rig, transactionId));
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid', paidBy: 0, attempts: [{}] });
  });

  test('leaves earlier starts unchanged: a late payment of one settles it, by its own index', async () => {
    rig.sibs.script('purchase', NOT_REGISTERED);
    await calls.mbway(transactionId);
    await fail(2);
    const [first, ...more] = (await stored(rig, transactionId)).attempts;
    expect([first?.state, more]).toEqual(['ended', []]);
    mend();
    await calls.mbway(transactionId);
    const now = await stored(rig, transactionId);
    expect([now.attempts.map(({ bankId }) => bankId === first?.bankId), now.liveAttempt]).toEqual([[true, false], 1]);
    await notify(dependencies, now, {}, 0);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid', paidBy: 0 });
  });

  test('does not count among the ten refused phones; after the tenth no other is accepted', async () => {
    for (let phone = 0; phone < 10; phone += 1) {
      await fail(1);
      rig.sibs.script('purchase', NOT_REGISTERED);
      const refused = await calls.mbway(transactionId, `91234567${phone}`);
      expectRefused(refused, 400, /^phoneNumber was refused/);
    }
    const pushes = startsSeen(rig.sibs).pushes;
    rig.sibs.script('purchase', PUSH_OUT);
    expectRefused(await calls.mbway(transactionId), 400, 'too many refused starts');
    expect(startsSeen(rig.sibs).pushes).toBe(pushes);
  });
});

describe('invariant 9: money reported under the id of such a start', () => {
  /** The bank's ids of the withdrawn starts. */
  const withdrawnIds = () => rig.sibs.seenAt('purchase').map(({ path }) => path.split('/').at(-3) ?? '');

  const ofRemoved = () => notify(dependencies, { transactionId, attempts: [] }, { bankId: withdrawnIds()[0] ?? '' });

  test('is an exception of the transaction, with merchant and amount, in the list for finance', async () => {
    await fail(1);
    expect((await ofRemoved()).statusCode).toBe(200);
    const [bankId] = withdrawnIds();
    expect(await exceptionsOf(rig, transactionId)).toMatchObject([
      {
        kind: 'unknown-payment',
        state: 'open',
        bankId,
        merchantId: 'mer_a',
        receivedCents: 1_000,
        expectedCents: 1_000,
      },
    ]);
    expect(await openExceptionIds(rig)).toContain(transactionId);
    expect((await stored(rig, transactionId)).status).toBe('pending');
  });

  test('never settles the start that has its index now; the payment of that one does', async () => {
    await fail(1);
    mend();
    await calls.mbway(transactionId);
    const now = await stored(rig, transactionId);
    const removed = { ...now, attempts: now.attempts.map((each) => ({ ...each, bankId: 's2removed' })) };
    for (const facts of [
      {},
      { operationId: 'part', euros: 4 },
      { status: 'Declined' as const },
      { status: 'Timeout' as const },
    ]) {
      expect((await notify(dependencies, removed, facts)).statusCode).toBe(200);
    }
    expect(await stored(rig, transactionId)).toEqual({ ...now, otherMoney: 2 });
    expect((await exceptionsOf(rig, transactionId)).map(({ kind }) => kind)).toContain('unknown-payment');
    await notify(dependencies, now, { operationId: 'own' });
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid', paidBy: 0, paidOperation: 'own' });
  });
});
