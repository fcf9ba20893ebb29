import { describe, expect, test } from 'vitest';
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
