import { FAULT_KINDS } from '../faults/fault-proxy.ts';
import { seededRandom } from '../faults/seeded.ts';
import { Stepper } from '../faults/stepper.ts';
import { startWorld, type World } from '../faults/world.ts';
import { countAll, leftToSweep, type SoakCounts } from './counts.ts';
import { RandomTrace } from './random-trace.ts';
import { openShops, type SoakShop } from './shops.ts';
import { oneCustomer, type SoakPayment } from './traffic.ts';

export interface SoakOptions {
  hours: number;
  seed: number;
  /** Of the simulated world. */
  meanPauseMs: number;
  onProgress(line: string): void;
}

export interface SoakOutcome {
  counts: SoakCounts;
  seconds: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** One request in a hundred meets a fault, and one point in five hundred is a crash: several a minute. */
const FAULT_RATE = 0.01;
const CRASH_RATE = 0.002;
// Real time a merchant that never answers is waited for.
const POST_DEADLINE_MS = 20;

/** A simulated day of mixed traffic with faults and restarts at random, then quiet, then the reckoning. */
export async function soak(options: SoakOptions): Promise<SoakOutcome> {
  const startedAt = performance.now();
  const world = await startWorld({ isFaulty: true });
  try {
    const random = seededRandom(options.seed);
    await beginWorld(world, random);
    const shops = await openShops(world, random);
    const stepper = new Stepper(world, {
      copies: 1,
      losesRecords: false,
      // Every minute, as it is scheduled.
      nextDueAtMs: async () => (isOver ? leftToSweep(world) : world.time.nowMs),
    });
    let isOver = false;
    const payments = await playTraffic({ world, stepper, shops, random }, options);
    options.onProgress(`${payments.length} payments opened; waiting for quiet`);
    isOver = true;
    await stepper.untilQuiet();
    return { counts: await countAll(world, stepper, payments), seconds: (performance.now() - startedAt) / 1_000 };
  } finally {
    await world.stop();
  }
}

async function beginWorld(world: World, random: () => number): Promise<void> {
  world.state.postDeadlineMs = POST_DEADLINE_MS;
  world.state.bankDeadlineMs = 100;
  const chance = () => {
    if (random() >= FAULT_RATE) return undefined;
    return FAULT_KINDS[Math.floor(random() * FAULT_KINDS.length)];
  };
  await world.begin({ trace: new RandomTrace(random, CRASH_RATE), chance });
}

interface Play {
  world: World;
  stepper: Stepper;
  shops: SoakShop[];
  random: () => number;
}

async function playTraffic(play: Play, { hours, meanPauseMs, onProgress }: SoakOptions): Promise<SoakPayment[]> {
  const { world, stepper, shops, random } = play;
  const beganMs = world.time.nowMs;
  const endMs = beganMs + hours * HOUR_MS;
  const payments: SoakPayment[] = [];
  let nextMinuteMs = beganMs;
  let nextLineMs = beganMs + Math.max(HOUR_MS / 4, (hours / 24) * HOUR_MS);
  // From one customer to the next, exponentially distributed as arrivals are.
  for (let nextMs = beganMs; nextMs < endMs; nextMs += -Math.log(1 - random()) * meanPauseMs) {
    await stepper.untilQuiet(Math.floor(nextMs));
    world.time.nowMs = Math.max(world.time.nowMs, Math.floor(nextMs));
    for (; nextMinuteMs <= nextMs; nextMinuteMs += MINUTE_MS) {
      for (const shop of shops) await shop.everyMinute(nextMinuteMs);
    }
    const shop = shops[Math.floor(random() * shops.length)];
    if (shop) payments.push(await oneCustomer(play, shop));
    if (nextMs < nextLineMs) continue;
    nextLineMs += Math.max(HOUR_MS / 4, (hours / 24) * HOUR_MS);
    const atHours = ((world.time.nowMs - beganMs) / HOUR_MS).toFixed(1);
    onProgress(
      `${atHours} h: ${payments.length} payments, ${posts(shops)} POSTs, ${world.state.crashes} crashes, ${world.proxies.met()} faults`,
    );
  }
  return payments;
}

function posts(shops: SoakShop[]): number {
  return shops.reduce((sum, { hook }) => sum + hook.posts.length, 0);
}
