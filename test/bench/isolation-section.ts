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

const PER_SECOND = 10;

// One run is not enough on a shared machine. The failing endpoint shows the cost of as many attempts without hanging.
const WANTED: readonly Wanted[] = [
  { share: 0.1, bad: 'hanging', judged: 3, played: 6 },
  { share: 0.5, bad: 'hanging', judged: 3, played: 6 },
  { share: 0.5, bad: 'failing', judged: 1, played: 1 },
];

const ONCE = { judged: 1, played: 1 };

/** Healthy merchants' latency while another merchant's endpoint hangs. */
export async function isolationSection({ quick }: { quick: boolean }): Promise<Section> {
  const durationS = quick ? 20 : 50;
  const wanted = quick ? WANTED.map((each) => ({ ...each, ...ONCE })) : WANTED;
  const complaints: string[] = [];
  const rounds = await playRounds(wanted, async (bad) => {
    const run = await isolationRun({ ...bad, perSecond: PER_SECOND, durationS });
    complaints.push(...run.complaints);
    return reported(bad, run);
  });
  return {
    title: 'Isolation on the local host: healthy merchants while one endpoint hangs',
    columns: ['runs', 'processors busy', 'p50 ms', 'p99 ms', 'p99 / without', 'of runs'],
    figures: figuresOf(rounds),
    notes: [...NOTES, ...complaints.slice(0, 3).map((line) => `complaint: ${line.slice(0, 200)}`)],
  };
}

const NOTES = [
  "From the settlement's time (just before the settling write) to the first bytes at the receiver, on the hosted",
  'template. The host has a tenth of the environments that AWS gives the two queues, 10 of 100 and 20 of 200, and so a',
  'tenth of the load: 10 events a second for 100. Each run has fresh engines; every environment is loaded and has worked.',
  'Figures are medians of the runs. The ratio is the median (lowest to highest) of the runs with two valid neighbours',
  'without a bad endpoint: processors at most 85 % busy and 99th percentiles within a factor of two. Not included: the',
  'growth of concurrency on AWS (documented: from 5, 300 more a minute) and its cold starts.',
];

/** Prints each result immediately: all runs take half an hour. */
function reported(bad: Bad, line: Line): Line {
  const [busy, p50, p99] = valuesOf([line]);
  process.stderr.write(`${shareText(bad)}: ${busy} busy, p50 ${p50} ms, p99 ${p99} ms\n`);
  return line;
}

function figuresOf({ without, comparisons }: Rounds): Figure[] {
  const kinds = Map.groupBy(comparisons, shareText);
  return [
    {
      name: 'no bad endpoint',
      values: [String(without.length), ...valuesOf(without), '', ''],
    },
    ...[...kinds].map(([kind, played]) => ({
      name: kind,
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
