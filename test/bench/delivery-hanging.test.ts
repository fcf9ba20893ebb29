import { describe, expect, it } from 'vitest';
import { hangingNeeds } from './delivery-hanging.ts';

describe('what hanging endpoints hold in flight', () => {
  it('is rate times time: four attempts of 8 s and the 200 ms that are slept', () => {
    const needs = hangingNeeds({ perSecond: 15, learnedAfterS: 1, retryCap: 25 });
    expect(needs.retryMessages).toBeCloseTo(483);
    expect(needs.retryEnvironments).toEqual({ oneEach: 483, fullEach: 20 });
  });

  it('is in the first queue only what came before the merchant was known to be slow', () => {
    expect(hangingNeeds({ perSecond: 75, learnedAfterS: 1, retryCap: 25 }).firstMessages).toBe(75);
    expect(hangingNeeds({ perSecond: 75, learnedAfterS: 8, retryCap: 25 }).firstMessages).toBe(600);
  });

  it('never counts a first attempt for longer than it can last', () => {
    expect(hangingNeeds({ perSecond: 10, learnedAfterS: 60, retryCap: 25 }).firstMessages).toBe(80);
  });

  it('says up to which rate the retry queue keeps up', () => {
    const { keptUpPerSecond } = hangingNeeds({ perSecond: 1, learnedAfterS: 1, retryCap: 25 });
    expect(keptUpPerSecond.fullEach).toBeCloseTo(19.4, 1);
    expect(keptUpPerSecond.oneEach).toBeCloseTo(0.776, 3);
  });
});
