import { availableParallelism } from 'node:os';
import { BULLMQ_CONCURRENCY, BULLMQ_MISSING, startBullmq } from './delivery-bullmq.ts';
import { hangingNeeds } from './delivery-hanging.ts';
import { type IsolationLoad, type IsolationRun, isBad, isolationRun } from './delivery-isolation.ts';
import { processorTime } from './processor-time.ts';
import { type Figure, grouped, type Section } from './report.ts';
import { median, percentile } from './statistics.ts';

// The last is the one that counts. A slow machine cannot keep up with it even without a bad endpoint, as the column of its
// processors shows; what is true of it then shows at the rates before. The quick run takes the first only.
const RATES_PER_SECOND = [50, 75, 150];

// Each load with a bad endpoint lies between two without, to which it is compared. The failing one shows what as many attempts
// cost where nothing hangs.
const KINDS = [
  { share: 0, bad: 'hanging' },
  { share: 0.1, bad: 'hanging' },
  { share: 0, bad: 'hanging' },
  { share: 0.5, bad: 'hanging' },
  { share: 0, bad: 'hanging' },
  { share: 0.5, bad: 'failing' },
  { share: 0, bad: 'hanging' },
] as const;

// BullMQ's sender is compared where an endpoint hangs.
const BULLMQ_KINDS = 5;

// Where the two differ by more, other work was on the machine, and a ratio to them would say nothing.
const STEADY = 2;

// From a hanging POST to the mark that every later message sees: two seconds and a write. On AWS 25 is the retry queue's cap.
const LEARNED_AFTER_S = 2.1;
const RETRY_CAP = 25;

const CONSUMERS = Math.min(20, 5 * availableParallelism());

/** Healthy merchants' latency while another merchant's endpoint hangs, beside a sender on BullMQ. */
export async function isolationSection({ quick }: { quick: boolean }): Promise<Section> {
  const durationS = quick ? 8 : 20;
  const figures: Figure[] = [];
  const complaints: string[] = [];
  for (const perSecond of quick ? RATES_PER_SECOND.slice(0, 1) : RATES_PER_SECOND) {
    const loads = KINDS.map((kind) => ({ ...kind, perSecond, durationS }));
    figures.push(
      ...(await compared('this service', loads, async (load) => {
        const run = await isolationRun(load);
        complaints.push(...run.complaints);
        return run;
      })),
    );
    figures.push(...(await compared('BullMQ', loads.slice(0, BULLMQ_KINDS), playBullmq)));
  }
  return {
    title: 'Isolation on the local host: healthy merchants while one endpoint hangs',
    columns: ['healthy events', 'processors busy', 'p50 ms', 'p99 ms', 'p99 / without'],
    figures,
    notes: [...NOTES, ...needs(), ...complaints.slice(0, 3).map((line) => `complaint: ${line.slice(0, 200)}`)],
  };
}

const NOTES = [
  "From the settlement's time (just before the settling write) to the first bytes at the receiver. The hosted template, in which",
  `the environments that the host keeps busy (five for each processor, here ${CONSUMERS}) are divided as the caps of the two queues`,
  'stand to each other, on AWS 50 and 25. Fresh engines for each line; the ratio is to the mean of the lines before and after.',
  'The local queue serves its groups in the order that AWS documents for fair queues (`lib/local/engines/fair-order.ts`). Not in',
  'it is the slow growth of concurrency on AWS (documented: from 5 side by side, 300 more a minute). The engines keep their files in',
  'memory where the machine has such a place: a sync of its disk would hold healthy merchants up, too. Functions, engines, receivers',
  'and the load share the processors: where those are busy (the column), healthy merchants wait for them and not for the hanging',
  'endpoint. How much of the delay that is, the failing endpoint shows: more attempts in the same time, and nothing that hangs.',
  `BullMQ: one queue, one worker with ${BULLMQ_CONCURRENCY} jobs side by side, from adding the job to receipt.`,
];

type Played = Pick<IsolationRun, 'waitsMs' | 'busy'>;

async function compared(
  name: string,
  loads: readonly IsolationLoad[],
  play: (load: IsolationLoad) => Promise<Played | undefined>,
): Promise<Figure[]> {
  const runs: (Played & { load: IsolationLoad })[] = [];
  for (const load of loads) {
    const run = await play(load);
    if (!run) return [{ name: `${name}: ${BULLMQ_MISSING}`, values: [] }];
    runs.push({ load, ...run });
  }
  return runs.map(({ load: { perSecond, share, bad }, waitsMs, busy }, index) => ({
    name: `${name}, ${perSecond} events/s, ${share === 0 ? 'no bad endpoint' : `${share * 100} % to a ${bad} endpoint`}`,
    values: [
      grouped(waitsMs.length),
      `${(busy * 100).toFixed(0)} %`,
      grouped(median(waitsMs)),
      grouped(percentile(waitsMs, 0.99)),
      share === 0 ? '' : ratio(waitsMs, runs[index - 1]?.waitsMs ?? [], runs[index + 1]?.waitsMs ?? []),
    ],
    ...(share > 0 && bad === 'hanging' && { budget: '≤ 2' }),
  }));
}

/** Of the 99th percentiles: `waits` to the mean of the runs before and after. */
function ratio(waits: number[], before: number[], after: number[]): string {
  const [low = 0, high = 0] = [before, after].map((each) => percentile(each, 0.99)).sort((a, b) => a - b);
  if (high > low * STEADY) return 'no steady base';
  return (percentile(waits, 0.99) / ((low + high) / 2)).toFixed(1);
}

async function playBullmq({ perSecond, share, durationS }: IsolationLoad): Promise<Played | undefined> {
  const sender = await startBullmq();
  if (!sender) return undefined;
  try {
    await sender.add(Array<string>(perSecond * 4).fill('/ok/0'), perSecond);
    await sender.receiver.count(perSecond * 4, 60_000);
    await sender.receiver.take();
    const paths = Array.from({ length: perSecond * durationS }, (_, index) =>
      isBad(index, share) ? '/hang/0' : '/ok/0',
    );
    const healthy = paths.filter((path) => path === '/ok/0').length;
    const busySince = processorTime();
    await sender.add(paths, perSecond);
    const busy = busySince();
    const waitsMs: number[] = [];
    while (waitsMs.length < healthy) {
      await sender.receiver.count(1, 120_000);
      const arrivals = (await sender.receiver.take()).filter(({ path }) => path === '/ok/0');
      waitsMs.push(...arrivals.map(({ arrivedAt, settledAt }) => arrivedAt - settledAt));
    }
    return { waitsMs, busy };
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
