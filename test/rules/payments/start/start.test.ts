import { describe, expect, test } from 'vitest';
import { decideStart, MAX_STARTS, newAttempt, type StartRequest } from '../../../../functions/payments/start/start.ts';
import { CONFIRMATION_WINDOW_MS, START_IN_FLIGHT_MS } from '../../../../functions/payments/times.ts';
import type { BankAttempt } from '../../../../functions/payments/transaction.ts';
import { STATUSES, TERMINAL_STATUSES } from '../../../../functions/payments/transitions.ts';
import { DAY_MS, HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { attemptWith, transactionWith } from '../../../rig/transactions.ts';

const PUSH: StartRequest = { method: 'MBWAY', phoneHash: 'hash-a' };
const OTHER_PUSH: StartRequest = { method: 'MBWAY', phoneHash: 'hash-b' };
const REFERENCE: StartRequest = { method: 'REFERENCE' };
const REQUESTS = { PUSH, OTHER_PUSH, REFERENCE };

const referenceAttempt = (state: 'starting' | 'live' | 'ended') => ({
  method: 'REFERENCE' as const,
  bankId: 'bank-1',
  state,
  startedAt: NOW_MS,
  endsAt: NOW_MS + 3 * DAY_MS,
});
const withLive = (attempt: ReturnType<typeof attemptWith>, status: (typeof STATUSES)[number] = 'pending') =>
  transactionWith({ status, attempts: [attempt], liveAttempt: 0, paymentMethod: attempt.method });

describe('D6: a start', () => {
  test.each(Object.entries(REQUESTS))('of %s begins on a transaction without a method', (_, request) => {
    expect(decideStart(transactionWith(), request, NOW_MS)).toEqual({ kind: 'start', index: 0 });
  });

  test('begins as the next attempt after those that have ended (D7)', () => {
    const transaction = transactionWith({ attempts: [attemptWith({ state: 'ended' }), referenceAttempt('ended')] });
    expect(decideStart(transaction, REFERENCE, NOW_MS)).toEqual({ kind: 'start', index: 2 });
  });

  test.each(TERMINAL_STATUSES)('is refused on a transaction that is %s, for any request', (status) => {
    for (const request of Object.values(REQUESTS)) {
      for (const transaction of [transactionWith({ status }), withLive(attemptWith(), status)]) {
        expect(decideStart(transaction, request, NOW_MS)).toEqual({
          kind: 'refuse',
          problem: `transactionId: the transaction ${status === 'failed' ? 'has' : 'is'} already ${status}`,
        });
      }
    }
  });
});

describe('D6: while a push is live', () => {
  const transaction = withLive(attemptWith());

  test.each([0, 1, CONFIRMATION_WINDOW_MS - 1])('the same call %d ms later is a repeat', (laterMs) => {
    expect(decideStart(transaction, PUSH, NOW_MS + laterMs)).toMatchObject({ kind: 'repeat' });
  });

  test.each([CONFIRMATION_WINDOW_MS, CONFIRMATION_WINDOW_MS + HOUR_MS])(
    'the same call %d ms later is refused, as the window has ended',
    (laterMs) => {
      expect(decideStart(transaction, PUSH, NOW_MS + laterMs)).toEqual({
        kind: 'refuse',
        problem: expect.stringContaining('window of 4 minutes has ended'),
      });
    },
  );

  test.each([0, CONFIRMATION_WINDOW_MS, DAY_MS])('another phone or method is refused %d ms later', (laterMs) => {
    expect(decideStart(transaction, OTHER_PUSH, NOW_MS + laterMs)).toEqual({
      kind: 'refuse',
      problem: expect.stringMatching(/^phoneNumber: a push to another number/),
    });
    expect(decideStart(transaction, REFERENCE, NOW_MS + laterMs)).toEqual({
      kind: 'refuse',
      problem: expect.stringContaining('an MB WAY push may be live'),
    });
  });
});

describe('D6: while a reference is live', () => {
  const transaction = withLive(referenceAttempt('live'));

  test('the same call is a repeat until the reference has expired, and a push is refused', () => {
    const endMs = 3 * DAY_MS;
    for (const laterMs of [0, DAY_MS, endMs - 1, endMs, 4 * DAY_MS]) {
      const again = decideStart(transaction, REFERENCE, NOW_MS + laterMs);
      const isOver = laterMs >= endMs;
      expect(again.kind).toBe(isOver ? 'refuse' : 'repeat');
      if (isOver) expect(again).toMatchObject({ problem: expect.stringContaining('reference has expired') });
      expect(decideStart(transaction, PUSH, NOW_MS + laterMs)).toEqual({
        kind: 'refuse',
        problem: expect.stringContaining('may already have a Multibanco reference'),
      });
    }
  });
});

describe('D8: while the outcome of a start is unknown', () => {
  test.each([
    [0, false],
    [START_IN_FLIGHT_MS - 1, false],
    [START_IN_FLIGHT_MS, true],
    [DAY_MS, true],
  ])('the bank is queried first, and %d ms later `not-started` frees the transaction: %s', (laterMs, mayFree) => {
    const push = withLive(attemptWith({ state: 'starting' }));
    const reference = withLive(referenceAttempt('starting'));
    const ask = { kind: 'ask', index: 0, mayFree };
    expect(decideStart(push, PUSH, NOW_MS + laterMs)).toMatchObject({ ...ask, same: true });
    expect(decideStart(push, OTHER_PUSH, NOW_MS + laterMs)).toMatchObject({ ...ask, same: false });
    expect(decideStart(push, REFERENCE, NOW_MS + laterMs)).toMatchObject({ ...ask, same: false });
    expect(decideStart(reference, REFERENCE, NOW_MS + laterMs)).toMatchObject({ ...ask, same: true });
    expect(decideStart(reference, PUSH, NOW_MS + laterMs)).toMatchObject({ ...ask, same: false });
  });
});

describe('invariant 2: for any transaction and request', () => {
  test('a start begins only where none may be live, and at an unused index', () => {
    for (const status of STATUSES) {
      for (const state of ['starting', 'live', 'ended'] as const) {
        for (const live of [undefined, 1]) {
          for (const attempt of [attemptWith({ state }), referenceAttempt(state)]) {
            for (const request of Object.values(REQUESTS)) {
              for (const laterMs of [0, 29_999, 30_000, 240_000, 1e10]) {
                const transaction = transactionWith({ status, attempts: [attemptWith({ state: 'ended' }), attempt] });
                if (live !== undefined) transaction.liveAttempt = live;
                const decision = decideStart(transaction, request, NOW_MS + laterMs);
                expect(decision.kind === 'start').toBe(status === 'pending' && live === undefined);
                if (decision.kind === 'start') expect(decision.index).toBe(2);
              }
            }
          }
        }
      }
    }
  });

  test('a record that contradicts itself has no effect', () => {
    expect(() => decideStart(transactionWith({ liveAttempt: 0 }), PUSH, NOW_MS)).toThrow('names no attempt');
  });
});

test('a new attempt is claimed as starting, with the request and no phone number', () => {
  expect(newAttempt({ ...PUSH, phoneLast3: '678' }, 'bank-1', NOW_MS)).toEqual({
    method: 'MBWAY',
    phoneHash: 'hash-a',
    phoneLast3: '678',
    bankId: 'bank-1',
    state: 'starting',
    startedAt: NOW_MS,
    endsAt: NOW_MS + 240_000,
  });
});

const ended = (count: number) => Array.from({ length: count }, () => attemptWith({ state: 'ended' }));

describe('D7: after many refused starts', () => {
  test('a tenth is allowed', () => {
    expect(MAX_STARTS).toBe(10);
    expect(decideStart(transactionWith({ attempts: ended(9) }), PUSH, NOW_MS)).toEqual({ kind: 'start', index: 9 });
  });

  test.each([10, 11])('a transaction with %d of them accepts no more, because the item must stay small', (count) => {
    expect(decideStart(transactionWith({ attempts: ended(count) }), PUSH, NOW_MS)).toEqual({
      kind: 'refuse',
      problem: 'transactionId: the transaction has too many refused starts; create a new transaction',
    });
  });

  test('the last one may be sent and repeated', () => {
    const attempts = [...ended(9), attemptWith()];
    const repeat = decideStart(transactionWith({ attempts, liveAttempt: 9 }), PUSH, NOW_MS);
    expect(repeat).toEqual({ kind: 'repeat', attempt: attempts[9] });
  });
});

test('D6: another method is another start, even without a phone to distinguish the two', () => {
  const { phoneHash: _, phoneLast3: __, ...push } = attemptWith();
  const reference: BankAttempt = { ...push, method: 'REFERENCE' };
  const decide = (live: BankAttempt, method: StartRequest['method']) =>
    decideStart(transactionWith({ attempts: [live], liveAttempt: 0 }), { method }, NOW_MS).kind;
  expect([decide(push, 'REFERENCE'), decide(reference, 'MBWAY')]).toEqual(['refuse', 'refuse']);
  expect([decide(push, 'MBWAY'), decide(reference, 'REFERENCE')]).toEqual(['repeat', 'repeat']);
});
