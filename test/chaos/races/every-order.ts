import { seededRandom } from '../world/seeded.ts';
import { areIndependent, type Choose } from './turns.ts';

export interface Explored {
  runs: number;
  /** Whether every order was run. */
  isAll: boolean;
}

/** A point at which several calls could continue. */
interface Fork {
  labels: readonly string[];
  /** Calls of which the order with all that followed has been run from an earlier fork. */
  asleep: readonly string[];
  /** The calls that went first here, the last one in the current run. */
  tried: string[];
}

/**
 * Repeats a run in every order of its calls, without orders that differ only in neighbours that do not affect each
 * other (sleep sets, Godefroid 1996). Stops after `most` and then draws half as many again by the seed, because the
 * first orders all begin alike.
 */
export async function inEveryOrder(
  run: (choose: Choose) => Promise<void>,
  { most, seed }: { most: number; seed: number },
): Promise<Explored> {
  const path: Fork[] = [];
  for (let runs = 1; runs <= most; runs += 1) {
    let depth = 0;
    let asleep: readonly string[] = [];
    let isRepeated = false;
    await run((labels) => {
      const fork = isRepeated ? undefined : (path[depth] ?? forkAt(labels, asleep));
      // Without a call that is awake, the rest of this run has been run before.
      isRepeated = fork === undefined;
      if (!fork) return 0;
      path[depth] = fork;
      depth += 1;
      const chosen = fork.tried.at(-1) ?? '';
      asleep = [...fork.asleep, ...fork.tried].filter((label) => areIndependent(label, chosen));
      return labels.indexOf(chosen);
    });
    let next: string | undefined;
    while (path.length > 0 && next === undefined) {
      const last = path.at(-1) as Fork;
      next = last.labels.find((label) => ![...last.asleep, ...last.tried].includes(label));
      if (next === undefined) path.pop();
      else last.tried.push(next);
    }
    if (path.length === 0) return { runs, isAll: true };
  }
  const drawn = await inDrawnOrders(run, most / 2, seed);
  return { runs: most + drawn.runs, isAll: false };
}

function forkAt(labels: readonly string[], asleep: readonly string[]): Fork | undefined {
  const first = labels.find((label) => !asleep.includes(label));
  return first === undefined ? undefined : { labels, asleep, tried: [first] };
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
