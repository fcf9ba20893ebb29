import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTEMPT_OUTCOMES } from '../../../functions/payments/transaction.ts';
import { queueDelayS } from '../../../functions/webhooks/delivery-queue.ts';
import { OUTCOME_SENTENCES } from '../../../functions/webhooks/outcome.ts';
import { DELAYS_BEFORE_ATTEMPT_MS, nextStep } from '../../../functions/webhooks/plan.ts';

describe('the retry schedule', () => {
  it('sleeps what a queue cannot delay, queues the rest, and gives up after the fourth', () => {
    expect(DELAYS_BEFORE_ATTEMPT_MS).toEqual([0, 200, 1_000, 5_000]);
    expect([0, 1, 2, 3, 4].map(nextStep)).toEqual(['sleep', 'sleep', 'queue', 'queue', 'give-up']);
  });

  it('never asks the queue for a delay that ends early or that it refuses', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 900_000 }), (delayMs) => {
        const delayS = queueDelayS(delayMs);
        expect(Number.isInteger(delayS)).toBe(true);
        expect(delayS * 1_000).toBeGreaterThanOrEqual(delayMs);
        expect(delayS).toBeGreaterThanOrEqual(0);
        expect(delayS).toBeLessThanOrEqual(900);
      }),
    );
    expect([980, 1_000, 4_960, 5_000].map(queueDelayS)).toEqual([1, 1, 5, 5]);
  });
});

describe('the outcomes of an attempt', () => {
  it('each have a sentence', () => {
    expect(Object.keys(OUTCOME_SENTENCES).sort()).toEqual([...ATTEMPT_OUTCOMES].sort());
    for (const sentence of Object.values(OUTCOME_SENTENCES)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});
