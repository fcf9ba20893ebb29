import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { MAX_RESENT_IDS } from '../../functions/events/resend/resend.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../functions/http/messages.ts';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { MAIN_ITEM } from '../../functions/payments/tables.ts';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { randomId } from '../../functions/runtime/ids.ts';
import { transactionWith } from '../support/payment-transactions.ts';
import type { Arrival } from './processes.ts';
import { type BenchService, type Settlings, settlingsIn, startBenchService } from './service.ts';

const HEALTHY_MERCHANTS = 5;
const HEALTHY_PATHS = Array.from({ length: HEALTHY_MERCHANTS }, (_, index) => `/ok/${index}`);
const BAD_PATHS = { hanging: '/hang/0', failing: '/fail/0', resent: '/hang/0' };
/** As fast as the limit of one address lets a key resend. */
const RESEND_EVERY_MS = 60_000 / MAX_REQUESTS_PER_MINUTE;
const SLOW_PATH = '/slow/0';
const WARM_UP_S = 20;
const MAX_WAIT_MS = 120_000;
const SETTLE_DOWN_MS = 1_000;
// The host's maximum of environments of a function.
const ENVIRONMENTS = 20;

export interface IsolationLoad {
  perSecond: number;
  /** Share of events that go to the bad endpoint, 0 to 1. */
  share: number;
  /**
   * `hanging` never answers. `failing` answers 500 immediately: as many attempts, without waiting. `resent`: what
   * `share` does not count, events that the merchant has resent to its hanging endpoint as fast as its limit allows.
   */
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
  const [first = '', ...others] = [...HEALTHY_PATHS, BAD_PATHS[bad], SLOW_PATH];
  const service = await startBenchService({ paths: [first, ...others], isInMemory: true });
  try {
    const settlings = settlingsIn(service);
    await warmUp(service, settlings, perSecond);
    const count = durationS * perSecond;
    const owners = ownersOf(service, count, share);
    const ids = await settlings.prepare(owners);
    const healthy = owners.filter((owner) => owner !== badOf(service)).length;
    const resend = bad === 'resent' ? await resendsOf(service, durationS) : undefined;
    const busySince = processorTime();
    await Promise.all([settlings.settle(ids, perSecond), resend?.()]);
    const busy = busySince();
    const arrivals = await healthyArrivals(service, healthy);
    const waitsMs = arrivals.map(({ arrivedAt, settledAt }) => arrivedAt - settledAt);
    return { ...load, healthy, waitsMs, busy, complaints: service.complaints };
  } finally {
    await service.stop();
  }
}

/** Puts undelivered events of the bad merchant, enough for the time. Returns what resends them, each once. */
async function resendsOf(service: BenchService, durationS: number): Promise<() => Promise<void>> {
  const { dynamo, transactionsTable: TableName, merchants } = service;
  const calls = Array.from({ length: (durationS * 1_000) / RESEND_EVERY_MS }, () =>
    Array.from({ length: MAX_RESENT_IDS }, newTransactionId),
  );
  for (const transactionIds of calls) {
    await Promise.all(
      transactionIds.map((transactionId) => {
        const delivery = { state: 'not_delivered', outcome: 'not_attempted', series: 1, done: 0, attempts: [] };
        const facts = { eventId: randomId('evt'), status: 'paid', paymentMethod: 'MBWAY', settledAt: 1, paidAt: 1 };
        const paid = {
          ...transactionWith({ transactionId, merchantId: badOf(service), status: 'paid' }),
          item: MAIN_ITEM,
        };
        const Item = toAttributes({ ...(paid as object), shard: 0, settlements: [{ ...facts, delivery }] });
        return dynamo.send(new PutItemCommand({ TableName, Item }));
      }),
    );
  }
  return async () => {
    const key = merchants.at(HEALTHY_MERCHANTS)?.apiKey;
    for (const transactionIds of calls) {
      const [{ status, json }] = await Promise.all([
        service.call('POST', '/events/resend', { transactionIds }, key),
        sleep(RESEND_EVERY_MS),
      ]);
      const results = (json.results ?? []) as { result: string }[];
      if (results.some(({ result }) => result !== 'queued') || status !== 200) throw new Error(`resend: ${status}`);
    }
  };
}

const merchantAt = ({ merchants }: BenchService, index: number) => merchants.at(index)?.merchantId ?? '';
const badOf = (service: BenchService) => merchantAt(service, HEALTHY_MERCHANTS);

function ownersOf(service: BenchService, count: number, share: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    isBad(index, share) ? badOf(service) : merchantAt(service, index % HEALTHY_MERCHANTS),
  );
}

/**
 * Starts the environments and warms up their code, so that cold starts do not disturb the measurement. Half of the
 * events go to a slow endpoint, so that every environment gets work.
 */
async function warmUp(service: BenchService, settlings: Settlings, perSecond: number): Promise<void> {
  const names = Object.values(service.host.resources)
    .flatMap((ids) => Object.values(ids))
    .filter((name) => /webhooks-deliver$/.test(name));
  for (const name of new Set(names)) {
    await Promise.all(Array.from({ length: ENVIRONMENTS }, () => service.host.invoke(name, { Records: [] })));
  }
  const slow = merchantAt(service, -1);
  const owners = ownersOf(service, WARM_UP_S * perSecond, 0).map((owner, index) => (index % 2 === 0 ? slow : owner));
  const ids = await settlings.prepare(owners);
  await settlings.settle(ids, perSecond);
  await service.receiver.count(ids.length, MAX_WAIT_MS);
  await sleep(SETTLE_DOWN_MS);
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
