import { NOW_MS } from '../../support/scripted-sibs.ts';
import { CallTrace } from '../world/call-trace.ts';
import { openShop, type Shop } from '../world/shop.ts';
import { startWorld, type World } from '../world/world.ts';

/** Where an invocation dies: at the n-th of the points before and after its calls, counted from 1. */
export type Cut = number | undefined;

export const SERVER_MOODS = ['well', 'failing', 'silent'] as const;
export type ServerMood = (typeof SERVER_MOODS)[number];

const REPLIES = { well: 200, failing: 500, silent: 'hang' } as const;

/** A merchant, and its server as it receives webhooks. */
export interface ModelShop extends Shop {
  isOn: boolean;
  /** Whether every webhook so far was wanted and answered 200. */
  wasAlwaysWell: boolean;
}

export interface ModelWorld extends World {
  shops: ModelShop[];
}

/** One world for all sequences: each has its own merchants and transactions, and leaves nothing due behind. */
export async function startModelWorld(): Promise<ModelWorld> {
  return { ...(await startWorld({ isInProcess: true })), shops: [] };
}

/** A sequence begins: at the time of the first one, with an empty bank and queues, fresh environments, two merchants. */
export async function openScene(world: ModelWorld): Promise<void> {
  world.time.nowMs = NOW_MS;
  world.bank.reset();
  world.hooks.clear();
  await world.begin({});
  // What an earlier sequence left in the stream is not this one's.
  await world.stream.read();
  const shops = [await openShop(world), await openShop(world)];
  world.shops.splice(0, Infinity, ...shops.map((shop) => ({ ...shop, isOn: true, wasAlwaysWell: true })));
}

/** Runs functions, the first of which dies at `cut`. */
export async function underCut<Ended>(world: ModelWorld, cut: Cut, run: () => Promise<Ended>): Promise<Ended> {
  world.state.trace = new CallTrace((_, passed) => passed + 1 === cut);
  try {
    return await run();
  } finally {
    world.state.trace = new CallTrace();
  }
}

/** A merchant's server changes its mood, or the merchant the toggle. */
export async function turnShop(
  world: ModelWorld,
  facts: { shop: number; mood: ServerMood; isOn: boolean },
): Promise<void> {
  const shop = world.shops[facts.shop];
  if (!shop) return;
  shop.hook.reply = () => REPLIES[facts.mood];
  shop.wasAlwaysWell &&= facts.mood === 'well' && facts.isOn;
  if (shop.isOn !== facts.isOn) await shop.toggle(facts.isOn);
  shop.isOn = facts.isOn;
}
