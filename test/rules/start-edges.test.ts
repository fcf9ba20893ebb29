import { describe, expect, test } from 'vitest';
import { decideStart, MAX_STARTS, type StartWish } from '../../functions/payments/start.ts';
import type { BankAttempt } from '../../functions/payments/transaction.ts';
import { type Cause, statusAfter } from '../../functions/payments/transitions.ts';
import { attemptWith, transactionWith } from '../support/payment-transactions.ts';
import { NOW_MS } from '../support/scripted-sibs.ts';

const PUSH: StartWish = { method: 'MBWAY', phoneHash: 'hash-a' };
const ended = (count: number) => Array.from({ length: count }, () => attemptWith({ state: 'ended' }));

describe('D7: after many refused starts', () => {
  test('the tenth may still be made', () => {
    expect(MAX_STARTS).toBe(10);
    expect(decideStart(transactionWith({ attempts: ended(9) }), PUSH, NOW_MS)).toEqual({ kind: 'start', index: 9 });
  });

  test.each([10, 11])('a transaction with %d of them takes no more, as the item must stay small', (count) => {
    expect(decideStart(transactionWith({ attempts: ended(count) }), PUSH, NOW_MS)).toEqual({
      kind: 'refuse',
      problem: 'transactionId names a transaction with too many refused starts; create a new one',
    });
  });

  test('the last one may go out and be repeated', () => {
    const attempts = [...ended(9), attemptWith()];
    const repeat = decideStart(transactionWith({ attempts, liveAttempt: 9 }), PUSH, NOW_MS);
    expect(repeat).toEqual({ kind: 'repeat', attempt: attempts[9] });
  });
});

test('D6: another method is another start, even where no phone tells the two apart', () => {
  const { phoneHash: _, phoneLast3: __, ...push } = attemptWith();
  const reference: BankAttempt = { ...push, method: 'REFERENCE' };
  const decide = (live: BankAttempt, method: StartWish['method']) =>
    decideStart(transactionWith({ attempts: [live], liveAttempt: 0 }), { method }, NOW_MS).kind;
  expect([decide(push, 'REFERENCE'), decide(reference, 'MBWAY')]).toEqual(['refuse', 'refuse']);
  expect([decide(push, 'MBWAY'), decide(reference, 'REFERENCE')]).toEqual(['repeat', 'repeat']);
});

test('D9: a cause outside the table is an error that names it, never a status', () => {
  expect(() => statusAfter('refunded' as Cause)).toThrow('no transition has the cause refunded');
});
