import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryArrival } from './delivery-receiver.ts';
import { type DeliveryService, startDeliveryService } from './delivery-service.ts';
import { type Settlings, settlingsIn } from './delivery-settling.ts';
import { processorTime } from './processor-time.ts';

const HEALTHY_MERCHANTS = 5;
const HEALTHY_PATHS = Array.from({ length: HEALTHY_MERCHANTS }, (_, index) => `/ok/${index}`);
const BAD_PATHS = { hanging: '/hang/0', failing: '/fail/0' };
const SLOW_PATH = '/slow/0';
const WARM_UP_S = 20;
const LIMIT_MS = 120_000;
const SETTLE_DOWN_MS = 1_000;
// As many environments as the host runs of a function.
const ENVIRONMENTS = 20;

export interface IsolationLoad {
  perSecond: number;
  /** Of the events, 0 to 1, that go to the bad endpoint. */
  share: number;
  /** What is bad of it: it never answers, or it answers 500 at once, which makes as many attempts and keeps nobody waiting. */
  bad: keyof typeof BAD_PATHS;
  durationS: number;
}

export interface IsolationRun extends IsolationLoad {
  healthy: number;
  /** From the settling write's time to receipt, of the healthy merchants' events, in milliseconds. */
  waitsMs: number[];
  /** Of the machine's processors, 0 to 1, while the events were made. */
  busy: number;
  complaints: string[];
}

/** Which events go to the bad endpoint: the share, evenly spread. */
export function isBad(index: number, share: number): boolean {
  return Math.floor((index + 1) * share) > Math.floor(index * share);
}

/** One load on a fresh service. */
export async function isolationRun(load: IsolationLoad): Promise<IsolationRun> {
  const { perSecond, share, durationS, bad } = load;
  const paths = [...HEALTHY_PATHS, BAD_PATHS[bad], SLOW_PATH];
  const service = await startDeliveryService({ paths, isInMemory: true });
  try {
    const settlings = settlingsIn(service.dynamo, service.outputs.TransactionsTable ?? '');
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

const badOf = ({ merchantIds }: Pick<DeliveryService, 'merchantIds'>) => merchantIds[HEALTHY_MERCHANTS] ?? '';

function ownersOf({ merchantIds }: DeliveryService, count: number, share: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    isBad(index, share) ? badOf({ merchantIds }) : (merchantIds[index % HEALTHY_MERCHANTS] ?? ''),
  );
}

/**
 * Starts the environments ahead and lets the code run hot in all of them, so that neither starts nor fresh code take the
 * processors in between: half of these events go to an endpoint that takes its time, which brings every environment to work.
 */
async function warmUp(service: DeliveryService, settlings: Settlings, perSecond: number): Promise<void> {
  const names = Object.values(service.host.resources)
    .flatMap((ids) => Object.values(ids))
    .filter((name) => /webhooks-deliver$/.test(name));
  for (const name of new Set(names)) {
    await Promise.all(Array.from({ length: ENVIRONMENTS }, () => service.host.invoke(name, { Records: [] })));
  }
  const slow = service.merchantIds.at(-1) ?? '';
  const owners = ownersOf(service, WARM_UP_S * perSecond, 0).map((owner, index) => (index % 2 === 0 ? slow : owner));
  const ids = await settlings.prepare(owners);
  await settlings.settle(ids, perSecond);
  await service.receiver.count(ids.length, LIMIT_MS);
  await sleep(SETTLE_DOWN_MS);
  await service.receiver.take();
}

async function healthyArrivals({ receiver }: DeliveryService, wanted: number): Promise<DeliveryArrival[]> {
  const arrivals: DeliveryArrival[] = [];
  const endsAt = performance.now() + LIMIT_MS;
  while (arrivals.length < wanted) {
    if (performance.now() > endsAt) throw new Error(`${arrivals.length} of ${wanted} healthy webhooks came`);
    await receiver.count(1, LIMIT_MS);
    arrivals.push(...(await receiver.take()).filter(({ path }) => HEALTHY_PATHS.includes(path)));
  }
  return arrivals;
}
