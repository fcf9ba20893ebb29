import { BULLMQ_CONCURRENCY, BULLMQ_MISSING, startBullmq } from './delivery-bullmq.ts';
import { hangingNeeds } from './delivery-hanging.ts';
import { type IsolationLoad, isHanging, isolationRun } from './delivery-isolation.ts';
import { type Figure, grouped, type Section } from './report.ts';
import { median, percentile } from './statistics.ts';

// What two cores that do everything can keep up with, and more than that; the quick run leaves the second out.
const RATES_PER_SECOND = [50, 150];

// Each load with a hanging endpoint lies between two without, to which it is compared.
const SHARES = [0, 0.1, 0, 0.5, 0];

// Where the two differ by more, other work was on the machine, and a ratio to them would say nothing.
const STEADY = 2;

// From a hanging POST to the mark that every later message sees: two seconds and a write. On AWS 25 is the retry queue's cap.
const LEARNED_AFTER_S = 2.1;
const RETRY_CAP = 25;

/** Healthy merchants' latency while another merchant's endpoint hangs, beside a sender on BullMQ. */
export async function isolationSection({ quick }: { quick: boolean }): Promise<Section> {
  const durationS = quick ? 8 : 20;
  const figures: Figure[] = [];
  const complaints: string[] = [];
  for (const perSecond of quick ? RATES_PER_SECOND.slice(0, 1) : RATES_PER_SECOND) {
    const loads = SHARES.map((share) => ({ perSecond, share, durationS }));
    figures.push(
      ...(await compared('this service', loads, async (load) => {
        const run = await isolationRun(load);
        complaints.push(...run.complaints);
        return run.waitsMs;
      })),
    );
    figures.push(...(await compared('BullMQ', loads, bullmqWaits)));
  }
  return {
    title: 'Isolation on the local host: healthy merchants while one endpoint hangs',
    columns: ['healthy events', 'p50 ms', 'p99 ms', 'p99 / without'],
    figures,
    notes: [...NOTES, ...needs(), ...complaints.slice(0, 3).map((line) => `complaint: ${line.slice(0, 200)}`)],
  };
}

const NOTES = [
  "From the settlement's time (just before the settling write) to the first bytes at the receiver. The hosted template, in which",
  'the 20 environments that the host runs of a function are divided as the caps of the two queues stand to each other, 13 and 6 (on',
  'AWS 50 and 25). Fresh engines for each line; the ratio is to the mean of the lines before and after.',
  'The local queue serves in order: fair queues, which on AWS serve the other merchants first, are not in it, nor is the',
  'slow growth of concurrency on AWS (documented: from 5 side by side, 300 more a minute). Functions, engines, receivers and the',
  'load share the processors: where those are busy, healthy merchants wait for them and not for the hanging endpoint.',
  `BullMQ: one queue, one worker with ${BULLMQ_CONCURRENCY} jobs side by side, from adding the job to receipt.`,
];

async function compared(
  name: string,
  loads: readonly IsolationLoad[],
  waitsOf: (load: IsolationLoad) => Promise<number[] | undefined>,
): Promise<Figure[]> {
  const runs: { load: IsolationLoad; waits: number[] }[] = [];
  for (const load of loads) {
    const waits = await waitsOf(load);
    if (!waits) return [{ name: `${name}: ${BULLMQ_MISSING}`, values: [] }];
    runs.push({ load, waits });
  }
  return runs.map(({ load: { perSecond, share }, waits }, index) => ({
    name: `${name}, ${perSecond} events/s, ${share * 100} % to a hanging endpoint`,
    values: [
      grouped(waits.length),
      grouped(median(waits)),
      grouped(percentile(waits, 0.99)),
      share === 0 ? '' : ratio(waits, runs[index - 1]?.waits ?? [], runs[index + 1]?.waits ?? []),
    ],
    ...(share > 0 && { budget: '≤ 2' }),
  }));
}

/** Of the 99th percentiles: `waits` to the mean of the runs before and after. */
function ratio(waits: number[], before: number[], after: number[]): string {
  const [low = 0, high = 0] = [before, after].map((each) => percentile(each, 0.99)).sort((a, b) => a - b);
  if (high > low * STEADY) return 'no steady base';
  return (percentile(waits, 0.99) / ((low + high) / 2)).toFixed(1);
}

async function bullmqWaits({ perSecond, share, durationS }: IsolationLoad): Promise<number[] | undefined> {
  const sender = await startBullmq();
  if (!sender) return undefined;
  try {
    await sender.add(Array<string>(perSecond * 4).fill('/ok/0'), perSecond);
    await sender.receiver.count(perSecond * 4, 60_000);
    await sender.receiver.take();
    const paths = Array.from({ length: perSecond * durationS }, (_, index) =>
      isHanging(index, share) ? '/hang/0' : '/ok/0',
    );
    const healthy = paths.filter((path) => path === '/ok/0').length;
    await sender.add(paths, perSecond);
    const waits: number[] = [];
    while (waits.length < healthy) {
      await sender.receiver.count(1, 120_000);
      const arrivals = (await sender.receiver.take()).filter(({ path }) => path === '/ok/0');
      waits.push(...arrivals.map(({ arrivedAt, settledAt }) => arrivedAt - settledAt));
    }
    return waits;
  } finally {
    sender.stop();
  }
}

/** What AWS would need, by arithmetic. */
function needs(): string[] {
  return [15, 75].map((perSecond) => {
    const { firstMessages, retryMessages, retryEnvironments, keptUpPerSecond } = hangingNeeds({
      perSecond,
      learnedAfterS: LEARNED_AFTER_S,
      retryCap: RETRY_CAP,
    });
    return (
      `On AWS ${perSecond} hanging events/s would hold ${Math.ceil(firstMessages)} messages in the first queue's share (cap 50 environments) and ` +
      `${grouped(retryMessages)} in the retries': at least ${retryEnvironments.fullEach} environments, ${grouped(retryEnvironments.oneEach)} were none shared ` +
      `(cap ${RETRY_CAP}, which keeps up with at most ${keptUpPerSecond.fullEach.toFixed(0)} such events/s; account default 1,000).`
    );
  });
}
