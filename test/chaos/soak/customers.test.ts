import { describe, expect, test } from 'vitest';
import { seededRandom } from '../world/seeded.ts';
import { type Customer, drawCustomer } from './customers.ts';

/** Needs nothing. */

const MEAN_PAUSE_MS = 15_000;

function customers(seed: number, count: number): Customer[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => drawCustomer(random, MEAN_PAUSE_MS));
}

const outcomes = ({ decisions }: Customer) => decisions.map(({ outcome }) => outcome).join(' → ');

describe('the customers of a soak', () => {
  test('the same seed draws the same customers, another seed draws others', () => {
    expect(customers(1, 200)).toEqual(customers(1, 200));
    expect(customers(1, 200)).not.toEqual(customers(2, 200));
  });

  test('two hours have every story, both methods, and missing and repeated notifications', () => {
    const all = customers(1, 480);
    const stories = ['', 'paid', 'declined', 'timed-out', 'declined → paid', 'timed-out → paid'];
    expect(new Set(all.map(outcomes))).toEqual(new Set(stories));
    expect(new Set(all.map(({ method }) => method))).toEqual(new Set(['mbway', 'multibanco']));
    expect(new Set(all.flatMap(({ decisions }) => decisions.map(({ notifications }) => notifications)))).toEqual(
      new Set([0, 1, 2]),
    );
  });

  test('late money always has a notification and follows the failure', () => {
    for (const { decisions } of customers(3, 5_000)) {
      const [first, second] = decisions;
      if (!first || !second) continue;
      expect(first.notifications).toBe(1);
      expect(second.notifications).toBeGreaterThanOrEqual(1);
      expect(second.afterMs).toBeGreaterThan(first.afterMs);
    }
  });

  test('they arrive at the mean pause', () => {
    const all = customers(4, 5_000);
    const mean = all.reduce((sum, { pauseMs }) => sum + pauseMs, 0) / all.length;
    expect(mean).toBeGreaterThan(0.95 * MEAN_PAUSE_MS);
    expect(mean).toBeLessThan(1.05 * MEAN_PAUSE_MS);
  });
});
