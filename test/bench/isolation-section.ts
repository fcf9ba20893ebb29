import { type IsolationLoad, isolationRun } from './isolation-run.ts';
import { type Figure, grouped, median, percentile, type Section } from './report.ts';

const PER_SECOND = 10;

type Bad = Pick<IsolationLoad, 'share' | 'bad'>;

const NONE: Bad = { share: 0, bad: 'hanging' };
// The failing endpoint shows the cost of as many attempts without hanging.
const LOADS: readonly Bad[] = [
  { share: 0.1, bad: 'hanging' },
  { share: 0.5, bad: 'hanging' },
  { share: 0.5, bad: 'failing' },
];
// One run is not enough on a shared machine.
const ROUNDS = 3;

/** Healthy merchants' latency while another merchant's endpoint hangs. */
export async function isolationSection({ quick }: { quick: boolean }): Promise<Section> {
  const durationS = quick ? 20 : 50;
  const complaints: string[] = [];
  const without: number[][] = [];
  const waitsOf = new Map<Bad, number[][]>(LOADS.map((load) => [load, []]));
  const play = async (bad: Bad, to: number[][]) => {
    const run = await isolationRun({ ...bad, perSecond: PER_SECOND, durationS });
    complaints.push(...run.complaints);
    to.push(run.waitsMs);
    // Immediately: all runs take half an hour.
    process.stderr.write(`${shareText(bad)}: p50 ${median(run.waitsMs)} ms, p99 ${p99Of(run.waitsMs)} ms\n`);
  };
  for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
    await play(NONE, without);
    for (const [load, waits] of waitsOf) await play(load, waits);
  }
  const base = median(without.map(p99Of));
  return {
    title: 'Isolation on the local host: healthy merchants while one endpoint hangs',
    columns: ['runs', 'p50 ms', 'p99 ms', 'p99 / without'],
    figures: [
      figureOf(NONE, without, ''),
      ...[...waitsOf].map(([load, waits]) => ({
        ...figureOf(load, waits, (median(waits.map(p99Of)) / base).toFixed(1)),
        ...(load.bad === 'hanging' && { budget: '≤ 2' }),
      })),
    ],
    notes: [...NOTES, ...complaints.slice(0, 3).map((line) => `complaint: ${line.slice(0, 200)}`)],
  };
}

const NOTES = [
  "From the settlement's time (just before the settling write) to the first bytes at the receiver, on the hosted",
  'template. The host has a tenth of the environments that AWS gives the two queues, 10 of 100 and 20 of 200, and so a',
  'tenth of the load: 10 events a second for 100. Each run has fresh engines; every environment is loaded and has worked.',
  'Figures are medians of the runs. Not included: the growth of concurrency on AWS (documented: from 5, 300 more a',
  'minute) and its cold starts.',
];

const p99Of = (waitsMs: readonly number[]) => percentile(waitsMs, 0.99);

function shareText({ share, bad }: Bad): string {
  return share === 0 ? 'no bad endpoint' : `${share * 100} % to a ${bad} endpoint`;
}

function figureOf(bad: Bad, runs: readonly number[][], ratio: string): Figure {
  const [p50, p99] = [median(runs.map(median)), median(runs.map(p99Of))];
  return { name: shareText(bad), values: [String(runs.length), grouped(p50), grouped(p99), ratio] };
}
