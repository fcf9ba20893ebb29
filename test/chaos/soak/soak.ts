import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { seededRandom } from '../world/seeded.ts';
import { Stepper, unlessStuck } from '../world/stepper.ts';
import { startWorld, type World } from '../world/world.ts';
import { countAll, type SoakCounts } from './counts.ts';
import { drawCustomer } from './customers.ts';
import { auditNight, auditPlanted, type Night } from './night.ts';
import { openShops } from './shops.ts';
import { type Play, serve } from './traffic.ts';
import { Trouble } from './trouble.ts';

export interface SoakOptions {
  hours: number;
  seed: number;
  /** Whether to plant violations afterwards, which the audit must find. */
  isPlanted: boolean;
  onProgress(line: string): void;
}

export interface SoakOutcome {
  counts: SoakCounts;
  /** The nightly audit of the days. */
  night: Night;
  planted: (Night & { planted: number }) | null;
  seconds: number;
}

export const MEAN_PAUSE_MS = 15_000;
// Real time: the bank hangs occasionally.
const BANK_DEADLINE_MS = 300;
// The work left after the traffic grows with its length. A sweep that finds the same work every minute would never end.
const MAX_STEPS = 2_000;
const MAX_STEPS_AN_HOUR = 400;

/** Simulates mixed traffic with random faults and restarts, continues until nothing is due, and judges the result. */
export async function soak(options: SoakOptions): Promise<SoakOutcome> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const world = await startWorld({ isFaulty: true });
  try {
    const { play, trouble, end } = await begin(world, options);
    const onPart = (done: number) => options.onProgress(progressLine(play, trouble, { done, seconds: seconds() }));
    await unlessStuck(world, playTraffic(play, options, onPart));
    options.onProgress('no more customers; continuing until nothing is due, which takes a simulated month');
    end();
    let unquiet: string | undefined;
    await unlessStuck(world, play.stepper.untilQuiet()).catch((error: Error) => {
      unquiet = error.message;
    });
    const counts = await countAll(play, trouble, unquiet);
    const night = await auditNight(world);
    const planted = options.isPlanted ? await auditPlanted(world) : null;
    return { counts, night, planted, seconds: seconds() };
  } finally {
    await world.stop();
  }
}

/** `end` ends the traffic. After that, sweeps that would find nothing are skipped. */
async function begin(
  world: World,
  { hours, seed }: Pick<SoakOptions, 'hours' | 'seed'>,
): Promise<{ play: Play; trouble: Trouble; end(): void }> {
  const trouble = new Trouble(seed + 1);
  world.state.bankDeadlineMs = BANK_DEADLINE_MS;
  const shops = await openShops(world, seededRandom(seed + 2), trouble.postFault);
  await world.begin({ trace: trouble.trace(world), chance: trouble.requestFault });
  let isOver = false;
  const stepper = new Stepper(world, {
    copies: 1,
    losesRecords: false,
    fault: trouble.fault,
    isSideBySide: true,
    maxSteps: MAX_STEPS + hours * MAX_STEPS_AN_HOUR,
    nextDueAtMs: () => {
      world.proxies.dropHanging();
      return isOver ? world.stream.earliestDueMs() : world.time.nowMs;
    },
  });
  const end = () => {
    isOver = true;
  };
  return { play: { world, stepper, shops }, trouble, end };
}

async function playTraffic(play: Play, { hours, seed }: SoakOptions, onPart: (done: number) => void): Promise<void> {
  const { world, stepper, shops } = play;
  const random = seededRandom(seed);
  const beganMs = world.time.nowMs;
  const lengthMs = hours * HOUR_MS;
  const partMs = Math.max(HOUR_MS / 4, lengthMs / 24);
  let [atMs, nextMinuteMs, nextPartMs] = [0, 0, partMs];
  for (let number = 1; ; number += 1) {
    const customer = drawCustomer(random, MEAN_PAUSE_MS);
    atMs += customer.pauseMs;
    if (atMs >= lengthMs) return;
    await stepper.untilQuiet(Math.floor(beganMs + atMs));
    world.time.nowMs = Math.max(world.time.nowMs, Math.floor(beganMs + atMs));
    for (; nextMinuteMs <= atMs; nextMinuteMs += MINUTE_MS) {
      for (const shop of shops) await shop.everyMinute(beganMs + nextMinuteMs);
    }
    await serve(play, customer, number);
    if (atMs < nextPartMs) continue;
    nextPartMs += partMs;
    onPart(atMs / lengthMs);
  }
}

/** A progress line. `done`: share of the traffic so far, 0 to 1. `seconds`: real time so far. */
function progressLine(
  { world, shops }: Play,
  trouble: Trouble,
  { done, seconds }: { done: number; seconds: number },
): string {
  const sum = (count: (shop: Play['shops'][number]) => number) => shops.reduce((total, shop) => total + count(shop), 0);
  const hours = (world.time.nowMs - NOW_MS) / HOUR_MS;
  return [
    `${hours.toFixed(1).padStart(4)} h`,
    `${sum(({ payments }) => payments.size)} payments`,
    `${sum(({ hook }) => hook.posts.length)} POSTs`,
    `${world.state.crashes} crashes`,
    `${world.proxies.met() + trouble.postFaults} faults`,
    `${sum(({ hook }) => hook.problems.length)} wrong`,
    `${Math.round(seconds)} s so far, about ${Math.round((seconds / done) * (1 - done))} s left`,
  ].join(', ');
}
