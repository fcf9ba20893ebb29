import { availableParallelism } from 'node:os';
import {
  type Bad,
  type Comparison,
  type Line,
  p99Of,
  playRounds,
  type Rounds,
  ratioOf,
  type Wanted,
} from './isolation-rounds.ts';
import { isolationRun } from './isolation-run.ts';
import { type Figure, grouped, median, type Section } from './report.ts';

// The last is the one that counts. A slow machine cannot keep up with it even without a bad endpoint, as the column of its
// processors shows; what is true of it then shows at the rate before. The quick run takes the first only.
const RATES_PER_SECOND = [75, 150];

// One line tells little where a machine has other tenants. The failing endpoint shows what as many attempts cost where nothing hangs.
const WANTED: readonly Wanted[] = [
  { share: 0.1, bad: 'hanging', judged: 3, played: 6 },
  { share: 0.5, bad: 'hanging', judged: 3, played: 6 },
  { share: 0.5, bad: 'failing', judged: 1, played: 1 },
];

const ONCE = { judged: 1, played: 1 };

const CONSUMERS = Math.min(20, 5 * availableParallelism());

/** Healthy merchants' latency while another merchant's endpoint hangs. */
export async function isolationSection({ quick }: { quick: boolean }): Promise<Section> {
  const durationS = quick ? 8 : 20;
  const wanted = quick ? WANTED.map((each) => ({ ...each, ...ONCE })) : WANTED;
  const figures: Figure[] = [];
  const complaints: string[] = [];
  for (const perSecond of quick ? RATES_PER_SECOND.slice(0, 1) : RATES_PER_SECOND) {
    const name = `this service, ${perSecond} events/s`;
    const rounds = await playRounds(wanted, async (bad) => {
      const run = await isolationRun({ ...bad, perSecond, durationS });
      complaints.push(...run.complaints);
      return reported(name, bad, run);
    });
    figures.push(...figuresOf(name, rounds));
  }
  return {
    title: 'Isolation on the local host: healthy merchants while one endpoint hangs',
    columns: ['lines', 'processors busy', 'p50 ms', 'p99 ms', 'p99 / without', 'of lines'],
    figures,
    notes: [...NOTES, ...complaints.slice(0, 3).map((line) => `complaint: ${line.slice(0, 200)}`)],
  };
}

const NOTES = [
  "From the settlement's time (just before the settling write) to the first bytes at the receiver. The hosted template, in which",
  `the environments that the host keeps busy (five for each processor, here ${CONSUMERS}) are divided as the caps of the two queues`,
  'stand to each other, on AWS 50 and 25. Fresh engines for each line, and code that has run hot. Lines are medians of those played;',
  'the ratio is the median (lowest to highest) of the lines of which both neighbours without a bad endpoint are a base: their',
  'processors at most 85 % busy and their 99th percentiles within a factor of two. What a line itself gave does not count for that.',
  'The local queue serves its groups in the order that AWS documents for fair queues. Not in',
  'it is the slow growth of concurrency on AWS (documented: from 5 side by side, 300 more a minute). The engines keep their files in',
  'memory where the machine has such a place: a sync of its disk would hold healthy merchants up, too. Functions, engines, receivers',
  'and the load share the processors: where those are busy (the column), healthy merchants wait for them and not for the hanging',
  'endpoint. How much of the delay that is, the failing endpoint shows: more attempts in the same time, and nothing that hangs.',
];

/** Each line as it comes: all of them take most of an hour. */
function reported(name: string, bad: Bad, line: Line): Line {
  const [busy, p50, p99] = valuesOf([line]);
  process.stderr.write(`${name}, ${shareText(bad)}: ${busy} busy, p50 ${p50} ms, p99 ${p99} ms\n`);
  return line;
}

function figuresOf(name: string, { without, comparisons }: Rounds): Figure[] {
  const kinds = Map.groupBy(comparisons, shareText);
  return [
    {
      name: `${name}, no bad endpoint`,
      values: [String(without.length), ...valuesOf(without), '', ''],
    },
    ...[...kinds].map(([kind, played]) => ({
      name: `${name}, ${kind}`,
      values: [String(played.length), ...valuesOf(played.map(({ line }) => line)), ...ratioTexts(played)],
      ...(played.some(({ bad }) => bad === 'hanging') && { budget: '≤ 2' }),
    })),
  ];
}

function shareText({ share, bad }: Bad): string {
  return share === 0 ? 'no bad endpoint' : `${share * 100} % to a ${bad} endpoint`;
}

/** Medians: processors, 50th and 99th percentile. */
function valuesOf(lines: readonly Line[]): string[] {
  return [
    `${(median(lines.map(({ busy }) => busy)) * 100).toFixed(0)} %`,
    grouped(median(lines.map(({ waitsMs }) => median(waitsMs)))),
    grouped(median(lines.map(p99Of))),
  ];
}

function ratioTexts(played: readonly Comparison[]): [string, string] {
  const ratios = played.map(ratioOf).filter((ratio) => ratio !== undefined);
  if (ratios.length === 0) return ['no base', '0'];
  const [middle, low, high] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) =>
    ratio.toFixed(1),
  );
  return [ratios.length === 1 ? `${middle}` : `${middle} (${low} to ${high})`, String(ratios.length)];
}
