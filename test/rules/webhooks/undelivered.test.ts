import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readUndeliveredKey, undeliveredKey, undeliveredRange } from '../../../functions/webhooks/undelivered.ts';
import { SETTLED_AT } from '../../rig/webhook-records.ts';

describe('the key of the indexes of undelivered events', () => {
  test('consists of state, time and merchant', () => {
    for (const state of ['not_delivered', 'skipped'] as const) {
      expect(readUndeliveredKey(undeliveredKey('mer_1', SETTLED_AT, state))).toEqual({ settledAt: SETTLED_AT, state });
    }
  });

  test('lies in the range of its state and period, and in no other', () => {
    const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(times, times, times, fc.boolean(), (fromMs, settledAt, toMs, isSkipped) => {
        const [state, another] = isSkipped
          ? (['skipped', 'not_delivered'] as const)
          : (['not_delivered', 'skipped'] as const);
        const key = undeliveredKey('mer_1', settledAt, state);
        const { from, to } = undeliveredRange(state, { fromMs, toMs });
        expect(key >= from && key <= to).toBe(settledAt >= fromMs && settledAt < toMs);
        const other = undeliveredRange(another, { fromMs: 0, toMs: 4_000_000_000_000 });
        expect(key >= other.from && key <= other.to).toBe(false);
      }),
    );
  });
});
