import type { IsolationLoad } from './isolation-run.ts';
import { percentile } from './report.ts';

export type Bad = Pick<IsolationLoad, 'share' | 'bad'>;

/** The result of one load for the healthy merchants' events. */
export interface Line {
  waitsMs: readonly number[];
  /** Load of the machine's processors, 0 to 1. */
  busy: number;
}

/** A load with a bad endpoint, between two loads without one. */
export interface Comparison extends Bad {
  line: Line;
  before: Line;
  after: Line;
}

export interface Rounds {
  without: Line[];
  comparisons: Comparison[];
}

/** How often a load is to be compared, and the maximum number of runs for it. */
export interface Wanted extends Bad {
  judged: number;
  played: number;
}

const NONE: Bad = { share: 0, bad: 'hanging' };

// Beyond these limits (other work on the machine, or too high a rate) a run is no base for comparison.
const FULL = 0.85;
const STEADY = 2;

/** Runs the loads in turn, each between two without a bad endpoint, until each was compared as often as wanted. */
export async function playRounds(wanted: readonly Wanted[], play: (bad: Bad) => Promise<Line>): Promise<Rounds> {
  const without = [await play(NONE)];
  const comparisons: Comparison[] = [];
  const isOpen = ({ share, bad, judged, played }: Wanted) => {
    const own = comparisons.filter((each) => each.share === share && each.bad === bad);
    return own.length < played && own.filter((each) => ratioOf(each) !== undefined).length < judged;
  };
  for (let open = wanted.filter(isOpen); open.length > 0; open = wanted.filter(isOpen)) {
    for (const { share, bad } of open) {
      const before = without.at(-1) as Line;
      const line = await play({ share, bad });
      const after = await play(NONE);
      without.push(after);
      comparisons.push({ share, bad, line, before, after });
    }
  }
  return { without, comparisons };
}

/**
 * The ratio of the load's 99th percentile to the mean of those before and after. Undefined when these are no base,
 * because the machine was busy or they differ too much. The load's own result does not count for that.
 */
export function ratioOf({ line, before, after }: Omit<Comparison, keyof Bad>): number | undefined {
  const [low = 0, high = 0] = [before, after].map(p99Of).sort((a, b) => a - b);
  if (Math.max(before.busy, after.busy) > FULL || high > low * STEADY) return undefined;
  return p99Of(line) / ((low + high) / 2);
}

export function p99Of({ waitsMs }: Pick<Line, 'waitsMs'>): number {
  return percentile(waitsMs, 0.99);
}
