import { seededRandom } from '../world/seeded.ts';
import type { Choose } from './turns.ts';

export interface Explored {
  runs: number;
  /** Whether every order was run. */
  isAll: boolean;
}

/**
 * Repeats a run with different choices until every sequence of choices has been made. Stops after `most` and then draws
 * half as many again by the seed, because the first sequences all begin with the same choices.
 */
export async function inEveryOrder(
  run: (choose: Choose) => Promise<void>,
  { most, seed }: { most: number; seed: number },
): Promise<Explored> {
  const path: { choice: number; of: number }[] = [];
  for (let runs = 1; runs <= most; runs += 1) {
    let depth = 0;
    await run((labels) => {
      const known = path[depth] ?? { choice: 0, of: labels.length };
      path[depth] = known;
      depth += 1;
      return known.choice;
    });
    let last = path.at(-1);
    while (last && last.choice + 1 >= last.of) {
      path.pop();
      last = path.at(-1);
    }
    if (!last) return { runs, isAll: true };
    last.choice += 1;
  }
  const drawn = await inDrawnOrders(run, most / 2, seed);
  return { runs: most + drawn.runs, isAll: false };
}

/** Makes `count` runs with choices drawn by the seed. */
export async function inDrawnOrders(
  run: (choose: Choose) => Promise<void>,
  count: number,
  seed: number,
): Promise<Explored> {
  const random = seededRandom(seed);
  for (let runs = 0; runs < count; runs += 1) await run((labels) => Math.floor(random() * labels.length));
  return { runs: count, isAll: false };
}
