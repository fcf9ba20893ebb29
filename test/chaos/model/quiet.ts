import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { liveOf, type Model, type ModelPayment, reportOf } from './model.ts';
import type { ModelWorld } from './model-world.ts';
import { fail } from './observe.ts';
import { notify } from './steps-bank.ts';
import { advance, deliver, relay, sweep } from './steps-time.ts';

// The longest run, some sixty steps: a push with an unknown outcome, freed, cancelled after 30 days, a failing webhook.
const MAX_STEPS = 400;
const CALM = { cut: undefined, isRepeated: false, isReversed: false };

/**
 * Continues without faults until nothing is due. The bank repeats its notifications until they are acknowledged. Only
 * an underpaid payment stays open; a person decides about it.
 */
export async function untilQuiet(model: Model, world: ModelWorld): Promise<void> {
  world.bank.outageUntilMs = 0;
  for (const notification of [...model.notifications])
    await notify(model, world, notification, { isRepeated: false, cut: undefined });
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await work(model, world)) continue;
    const nextMs = nextAtMs(model, world);
    if (nextMs === undefined) return;
    advance(model, world, { ms: Math.max(0, nextMs - world.time.nowMs), isNotified: false });
    if (dueAtMs(model, world) <= world.time.nowMs) await sweep(model, world, CALM);
  }
  fail(world, 'the world never becomes quiet');
}

async function work(model: Model, world: ModelWorld): Promise<boolean> {
  let hasWorked = await relay(model, world, CALM);
  for (const queue of ['deliveries', 'retries'] as const)
    hasWorked = (await deliver(model, world, { ...CALM, queue })) || hasWorked;
  return hasWorked;
}

/** Whether a payment is pending because too little was paid. Only another payment can settle it. */
export function isUnderpaid(world: ModelWorld, payment: ModelPayment): boolean {
  return payment.view.status === 'pending' && reportOf(world, liveOf(payment)?.bankId) === 'short';
}

function nextAtMs(model: Model, world: ModelWorld): number | undefined {
  const dueMs = Math.ceil(dueAtMs(model, world) / MINUTE_MS) * MINUTE_MS;
  // The sweep runs once a minute.
  const sweepMs = dueMs <= world.time.nowMs ? world.time.nowMs + MINUTE_MS : dueMs;
  const soonest = Math.min(world.nextMessageAtMs(), sweepMs);
  return Number.isFinite(soonest) ? soonest : undefined;
}

function dueAtMs(model: Model, world: ModelWorld): number {
  const dues = model.payments.filter((payment) => !isUnderpaid(world, payment)).map(({ record }) => record.dueAt);
  return Math.min(...dues.filter((dueAt) => dueAt !== undefined));
}
