import { describe, expect, test } from 'vitest';
import { isChangedSince } from '../../../functions/dashboard/transactions/transactions-export.ts';
import { ageOf, waitingReason } from '../../../functions/finance/unnotified/unnotified-rule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { deliveryWith, SETTLED_AT, settlementWith } from '../../support/webhook-records.ts';

const attempt = { id: 'a', startedAt: SETTLED_AT + 100, durationMs: 50, outcome: 'status' as const, statusCode: 500 };

describe('a pending delivery counts as unnotified', () => {
  const reason = (delivery: Parameters<typeof deliveryWith>[0], afterMs: number) =>
    waitingReason(settlementWith({ delivery: deliveryWith(delivery) }), SETTLED_AT + afterMs);

  test.each([
    ['not within a minute of the event', {}, MINUTE_MS, undefined],
    ['after more than a minute without an attempt', {}, MINUTE_MS + 1, 'unattempted'],
    ['not within a minute of a resend', { resentAt: SETTLED_AT + HOUR_MS }, HOUR_MS + MINUTE_MS, undefined],
    [
      'after more than a minute since a resend',
      { resentAt: SETTLED_AT + HOUR_MS },
      HOUR_MS + MINUTE_MS + 1,
      'unattempted',
    ],
    [
      'not while its next attempt is at most a minute late',
      { done: 1, attempts: [attempt], nextAttemptAt: SETTLED_AT + 350 },
      MINUTE_MS + 350,
      undefined,
    ],
    [
      'when its next attempt is more than a minute late',
      { done: 1, attempts: [attempt], nextAttemptAt: SETTLED_AT + 350 },
      MINUTE_MS + 351,
      'stalled',
    ],
    ['never after it has ended', { state: 'delivered' as const, done: 1, attempts: [attempt] }, HOUR_MS, undefined],
  ])('%s', (_, delivery, afterMs, expected) => {
    expect(reason(delivery, afterMs)).toBe(expected);
  });
});

test('each age ends where the next begins', () => {
  const ages = [0, HOUR_MS - 1, HOUR_MS, DAY_MS - 1, DAY_MS, 7 * DAY_MS - 1, 7 * DAY_MS];
  expect(ages.map((ageMs) => ageOf(0, ageMs))).toEqual(['hour', 'hour', 'day', 'day', 'week', 'week', 'older']);
});

describe('changed since your export', () => {
  const EXPORTED = SETTLED_AT + HOUR_MS;
  const with_ = (paidAt: number, settledAt: number) => ({
    createdAt: paidAt - 1,
    paidAt,
    settlements: [settlementWith({ settledAt })],
  });

  test.each([
    ['paid and recorded before', with_(EXPORTED - 2, EXPORTED - 1), false],
    ['paid before, recorded after', with_(EXPORTED - 2, EXPORTED + 1), true],
    ['paid at the very moment, recorded after', with_(EXPORTED, EXPORTED + 1), true],
    ['paid and recorded after', with_(EXPORTED + 1, EXPORTED + 2), false],
  ])('%s: %s', (_, transaction, expected) => {
    expect(isChangedSince(transaction, 'paid', EXPORTED)).toBe(expected);
    expect(isChangedSince(transaction, 'paid', undefined)).toBe(false);
  });

  test('a refund recorded since the export counts, one before it does not', () => {
    const payment = {
      createdAt: EXPORTED - 9,
      paidAt: EXPORTED - 8,
      settlements: [settlementWith({ settledAt: EXPORTED - 7 })],
    };
    const refunded = (recordedAt: number) => ({ ...payment, refunds: { count: 1, cents: 5, recordedAt } });
    expect(isChangedSince(refunded(EXPORTED + 1), 'paid', EXPORTED)).toBe(true);
    expect(isChangedSince(refunded(EXPORTED - 1), 'paid', EXPORTED)).toBe(false);
  });

  test('by creation, the change of status counts', () => {
    const created = {
      createdAt: EXPORTED - 1,
      paidAt: EXPORTED + 5,
      settlements: [settlementWith({ settledAt: EXPORTED + 6 })],
    };
    expect(isChangedSince(created, 'created', EXPORTED)).toBe(true);
    expect(isChangedSince({ createdAt: EXPORTED - 1, settlements: [] }, 'created', EXPORTED)).toBe(false);
  });
});
