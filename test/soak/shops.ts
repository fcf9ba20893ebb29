import type { Reply } from '../faults/receiver.ts';
import { openShop, type Shop } from '../faults/shop.ts';
import type { World } from '../faults/world.ts';

const MINUTE_MS = 60_000;

export interface SoakShop extends Shop {
  character: string;
  /** Whether every event must arrive. */
  isHealthy: boolean;
  /** What it does by itself each minute. */
  everyMinute(nowMs: number): Promise<void>;
}

type Character = [
  name: string,
  behaviour: {
    reply?(random: () => number, nowMs: () => number): Reply;
    everyMinute?(shop: Shop, nowMs: number): Promise<void>;
  },
];

const minuteOf = (nowMs: number) => Math.floor(nowMs / MINUTE_MS);

const CHARACTERS: readonly Character[] = [
  ['healthy', {}],
  ['healthy', {}],
  ['healthy', {}],
  ['healthy', {}],
  [
    'answers 204 and rotates its secret',
    { everyMinute: async (shop, nowMs) => void (minuteOf(nowMs) % 180 === 90 && (await shop.rotate())) },
  ],
  ['never answers', { reply: () => 'hang' }],
  ['fails', { reply: () => 500 }],
  ['flaps', { reply: (random) => (random() < 0.5 ? 503 : 200) }],
  [
    'drops connections now and then',
    { reply: (random) => (random() < 0.2 ? 'reset' : random() < 0.1 ? 'truncated' : 200) },
  ],
  ['is down every other half hour', { reply: (_, nowMs) => (minuteOf(nowMs()) % 60 < 30 ? 502 : 200) }],
  [
    'toggles',
    {
      everyMinute: async (shop, nowMs) =>
        void (minuteOf(nowMs) % 7 === 0 && (await shop.toggle(minuteOf(nowMs) % 14 === 0))),
    },
  ],
];

/** One merchant of each character, each with a server of its own. */
export async function openShops(world: World, random: () => number): Promise<SoakShop[]> {
  const shops: SoakShop[] = [];
  for (const [character, { reply, everyMinute }] of CHARACTERS) {
    const shop = await openShop(world);
    shop.hook.reply = () => (reply ? reply(random, () => world.time.nowMs) : 200);
    const isHealthy = reply === undefined && character !== 'toggles';
    shops.push({ ...shop, character, isHealthy, everyMinute: async (nowMs) => everyMinute?.(shop, nowMs) });
  }
  return shops;
}
