import { describe, expect, it } from 'vitest';
import { type Line, playRounds, ratioOf, type Wanted } from '../../bench/isolation-rounds.ts';

const line = (p99Ms: number, busy = 0.5): Line => ({ waitsMs: [p99Ms], busy });

describe('a load with a bad endpoint', () => {
  it('is compared to the mean of the loads before and after', () => {
    expect(ratioOf({ before: line(40), line: line(75), after: line(60) })).toBe(1.5);
  });

  it('is not judged where the machine was saturated or unsteady without a bad endpoint', () => {
    expect(ratioOf({ before: line(40, 0.9), line: line(75), after: line(40) })).toBeUndefined();
    expect(ratioOf({ before: line(40), line: line(75), after: line(40, 0.9) })).toBeUndefined();
    expect(ratioOf({ before: line(40), line: line(75), after: line(81) })).toBeUndefined();
    expect(ratioOf({ before: line(81), line: line(75), after: line(40) })).toBeUndefined();
  });

  it('is judged however slow it was', () => {
    expect(ratioOf({ before: line(40), line: line(4_000, 1), after: line(40) })).toBe(100);
  });
});

describe('rounds', () => {
  const tenth: Wanted = { share: 0.1, bad: 'hanging', judged: 2, played: 3 };
  const half: Wanted = { share: 0.5, bad: 'hanging', judged: 1, played: 3 };

  it('run each load between two without one, until it has been judged as often as requested', async () => {
    const played: number[] = [];
    const { without, comparisons } = await playRounds([tenth, half], async ({ share }) => {
      played.push(share);
      return line(40 + played.length);
    });
    expect(played).toEqual([0, 0.1, 0, 0.5, 0, 0.1, 0]);
    expect(without).toHaveLength(4);
    expect(
      comparisons.map(({ before, line, after }) => [before, line, after].map(({ waitsMs }) => waitsMs[0])),
    ).toEqual([
      [41, 42, 43],
      [43, 44, 45],
      [45, 46, 47],
    ]);
  });

  it('repeat a load that could not be judged, and stop after repeated failures', async () => {
    const played: number[] = [];
    const { comparisons } = await playRounds([tenth], async ({ share }) => {
      played.push(share);
      return line(40, 1);
    });
    expect(played).toEqual([0, 0.1, 0, 0.1, 0, 0.1, 0]);
    expect(comparisons.map(ratioOf)).toEqual([undefined, undefined, undefined]);
  });
});
