import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { CallTrace } from '../world/call-trace.ts';
import { openShop, type Shop } from '../world/shop.ts';
import { startWorld, type World } from '../world/world.ts';

/** Where an invocation crashes: at the n-th point before or after a call, counted from 1. */
export type Cut = number | undefined;

export const SERVER_MOODS = ['well', 'failing', 'silent'] as const;
export type ServerMood = (typeof SERVER_MOODS)[number];

const REPLIES = { well: 200, failing: 500, silent: 'hang' } as const;

/** A merchant and the state of its server. */
export interface ModelShop extends Shop {
  isOn: boolean;
  /** Whether webhooks were enabled and answered 200 throughout. */
  wasAlwaysWell: boolean;
}

export interface ModelWorld extends World {
  shops: ModelShop[];
}

/** One world for all sequences. Each sequence has its own merchants and transactions and leaves nothing due. */
export async function startModelWorld(): Promise<ModelWorld> {
  return { ...(await startWorld({ isInProcess: true })), shops: [] };
}

/** Resets the world for a sequence: start time, empty bank and queues, fresh environments, two new merchants. */
export async function openScene(world: ModelWorld): Promise<void> {
  world.time.nowMs = NOW_MS;
  world.bank.reset();
  world.hooks.clear();
  await world.begin({});
  // Discards the stream records of earlier sequences.
  await world.stream.read();
  const shops = [await openShop(world), await openShop(world)];
  world.shops.splice(0, Infinity, ...shops.map((shop) => ({ ...shop, isOn: true, wasAlwaysWell: true })));
}

/** Runs functions. The first one crashes at `cut`. */
export async function underCut<Ended>(world: ModelWorld, cut: Cut, run: () => Promise<Ended>): Promise<Ended> {
  world.state.trace = new CallTrace((_, passed) => passed + 1 === cut);
  try {
    return await run();
  } finally {
    world.state.trace = new CallTrace();
  }
}

/** Sets the behaviour of a merchant's server and its webhook toggle. */
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
