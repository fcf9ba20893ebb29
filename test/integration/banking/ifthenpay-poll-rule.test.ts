import { describe, expect, test } from 'vitest';
import { isBeforeSweep, pauseBeforeS, pushToPoll, readPollMessage } from '../../../functions/payments/settle/poll.ts';
import { attemptWith, failedSettlement, transactionWith } from '../../support/payment-transactions.ts';

const LIVE = { status: 'pending', liveAttempt: 0, attempts: [attemptWith()] } as const;
const message = { transactionId: 'tx_1', index: 0, done: 0 };

describe('the polls of a live push', () => {
  test('are made after 5 s, 15 s, and then every 30 s', () => {
    expect([0, 1, 2, 3, 10].map((done) => pauseBeforeS(done, [5, 15, 30]))).toEqual([5, 15, 30, 30, 30]);
  });

  test('end at the end of window and grace, when the sweep queries', () => {
    const attempt = attemptWith();
    const end = attempt.endsAt + 60_000;
    expect(isBeforeSweep(attempt, 30, end - 30_001)).toBe(true);
    expect(isBeforeSweep(attempt, 30, end - 30_000)).toBe(false);
  });

  test('are at most eleven', () => {
    const attempt = attemptWith();
    let nowMs = attempt.startedAt;
    let polls = 0;
    for (; isBeforeSweep(attempt, pauseBeforeS(polls, [5, 15, 30]), nowMs); polls += 1) {
      nowMs += pauseBeforeS(polls, [5, 15, 30]) * 1_000;
    }
    expect(polls).toBe(11);
  });
});

describe('a poll', () => {
  test('is made for the live push of a pending transaction only', () => {
    expect(pushToPoll(transactionWith({ ...LIVE, attempts: [...LIVE.attempts] }), message)).toEqual(attemptWith());
  });

  test.each([
    ['that does not exist', undefined],
    [
      'that is settled',
      transactionWith({ status: 'failed', settlements: [failedSettlement()], attempts: [attemptWith()] }),
    ],
    [
      'whose live push is another',
      transactionWith({ ...LIVE, liveAttempt: 1, attempts: [attemptWith(), attemptWith()] }),
    ],
    ['without a live push', transactionWith({ attempts: [attemptWith()] })],
  ])('of a transaction %s makes no inquiry', (_, transaction) => {
    expect(pushToPoll(transaction, message)).toBeUndefined();
  });
});

test.each(['', 'no JSON', '{}', '{"transactionId":"tx_1","index":-1,"done":0}'])(
  '%s is not a valid message',
  (body) => {
    expect(() => readPollMessage(body)).toThrow();
  },
);
