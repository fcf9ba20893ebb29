import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEADLINE_MS, MAX_ATTEMPTS } from '../../functions/webhooks/plan.ts';
import type { Arrival } from './processes.ts';
import { type BenchService, type Settlings, settlingsIn, startBenchService } from './service.ts';

const HEALTHY_MERCHANTS = 5;
const HEALTHY_PATHS = Array.from({ length: HEALTHY_MERCHANTS }, (_, index) => `/ok/${index}`);
const BAD_PATHS = { hanging: '/hang/0', failing: '/fail/0' };
const WARM_UP_PATH = '/hang/1';
const WARM_UP_S = 20;
const MAX_WAIT_MS = 120_000;
const SETTLE_DOWN_MS = 1_000;
// A tenth of what AWS gives the two queues (`lib/constructs/delivery-pipeline.ts`).
const ENVIRONMENTS = 30;

export interface IsolationLoad {
  perSecond: number;
  /** Share of events that go to the bad endpoint, 0 to 1. */
  share: number;
  /** `hanging` never answers. `failing` answers 500 immediately: as many attempts, without waiting. */
  bad: keyof typeof BAD_PATHS;
  durationS: number;
}

export interface IsolationRun extends IsolationLoad {
  healthy: number;
  /** From settlement to receipt of the healthy merchants' events, in milliseconds. */
  waitsMs: number[];
  /** Load of the machine's processors while the events were written, 0 to 1. */
  busy: number;
  complaints: string[];
}

/** Whether an event goes to the bad endpoint. The share is evenly spread. */
function isBad(index: number, share: number): boolean {
  return Math.floor((index + 1) * share) > Math.floor(index * share);
}

/** One load on a fresh service. */
export async function isolationRun(load: IsolationLoad): Promise<IsolationRun> {
  const { perSecond, share, durationS, bad } = load;
  const [first = '', ...others] = [...HEALTHY_PATHS, BAD_PATHS[bad], WARM_UP_PATH];
  const service = await startBenchService({ paths: [first, ...others], isInMemory: true, environments: ENVIRONMENTS });
  try {
    const settlings = settlingsIn(service);
    await warmUp(service, settlings, perSecond);
    const count = durationS * perSecond;
    const owners = ownersOf(service, count, share);
    const ids = await settlings.prepare(owners);
    const healthy = owners.filter((owner) => owner !== badOf(service)).length;
    const busySince = processorTime();
    await settlings.settle(ids, perSecond);
    const busy = busySince();
    const arrivals = await healthyArrivals(service, healthy);
    const waitsMs = arrivals.map(({ arrivedAt, settledAt }) => arrivedAt - settledAt);
    return { ...load, healthy, waitsMs, busy, complaints: service.complaints };
  } finally {
    await service.stop();
  }
}

const merchantAt = ({ merchants }: BenchService, index: number) => merchants.at(index)?.merchantId ?? '';
const badOf = (service: BenchService) => merchantAt(service, HEALTHY_MERCHANTS);

function ownersOf(service: BenchService, count: number, share: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    isBad(index, share) ? badOf(service) : merchantAt(service, index % HEALTHY_MERCHANTS),
  );
}

/** Occupies and so starts every environment, by an endpoint that hangs, and warms up their code by healthy ones. */
async function warmUp(service: BenchService, settlings: Settlings, perSecond: number): Promise<void> {
  const hanging = Array.from({ length: 4 * ENVIRONMENTS }, () => merchantAt(service, -1));
  const healthy = ownersOf(service, WARM_UP_S * perSecond, 0);
  const ids = await settlings.prepare([...hanging, ...healthy]);
  await settlings.settle(ids, perSecond);
  await service.receiver.count(MAX_ATTEMPTS * hanging.length + healthy.length, MAX_WAIT_MS);
  await sleep(DEADLINE_MS + SETTLE_DOWN_MS);
  await service.receiver.drain();
}

async function healthyArrivals({ receiver }: BenchService, wanted: number): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const endsAt = performance.now() + MAX_WAIT_MS;
  while (arrivals.length < wanted) {
    if (performance.now() > endsAt) throw new Error(`${arrivals.length} of ${wanted} healthy webhooks arrived`);
    await receiver.count(1, MAX_WAIT_MS);
    arrivals.push(...(await receiver.drain()).filter(({ path }) => HEALTHY_PATHS.includes(path)));
  }
  return arrivals;
}

/** Returns a function that answers the load of all processors since this call, 0 to 1. */
function processorTime(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return 1 - (now.idle - before.idle) / (now.all - before.all);
  };
}

function ticks(): { idle: number; all: number } {
  const all = cpus().map(({ times }) => times);
  const sum = (of: (times: (typeof all)[number]) => number) => all.reduce((total, times) => total + of(times), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
  };
}
