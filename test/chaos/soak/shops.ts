import type { DeliveryState } from '../../../functions/payments/transaction.ts';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { Reply } from '../world/hook.ts';
import { openShop, type Shop } from '../world/shop.ts';
import type { World } from '../world/world.ts';

/** A payment as the merchant knows it. */
export interface SoakPayment {
  orderId: string;
  amountCents: number;
  decisions: number;
}

export interface SoakShop extends Shop {
  character: string;
  /** Allowed end states of a transaction's newest event. */
  ends: readonly DeliveryState[];
  /** The payments that the merchant knows, by transaction id. */
  payments: Map<string, SoakPayment>;
  /** Its action each minute. */
  everyMinute(nowMs: number): Promise<void>;
}

interface Character {
  name: string;
  ends: readonly DeliveryState[];
  reply?(random: () => number, nowMs: () => number): Reply;
  everyMinute?(shop: Shop, nowMs: number): Promise<void>;
}

const minuteOf = (nowMs: number) => Math.floor(nowMs / MINUTE_MS);

const NOTIFIED = ['delivered'] as const;
const NEVER_NOTIFIED = ['not_delivered'] as const;
const MAYBE_NOTIFIED = ['delivered', 'not_delivered'] as const;

const HEALTHY: Character = { name: 'healthy', ends: NOTIFIED };

const CHARACTERS: readonly Character[] = [
  ...[HEALTHY, HEALTHY, HEALTHY, HEALTHY],
  {
    name: 'rotates its secret',
    ends: NOTIFIED,
    // The previous secret stays valid for an hour, and a second rotation is not allowed in that time.
    everyMinute: async (shop, nowMs) => void (minuteOf(nowMs) % 90 === 20 && (await shop.rotate())),
  },
  { name: 'never answers', ends: NEVER_NOTIFIED, reply: () => 'hang' },
  { name: 'fails', ends: NEVER_NOTIFIED, reply: () => 500 },
  { name: 'flaps', ends: MAYBE_NOTIFIED, reply: (random) => (random() < 0.5 ? 503 : 200) },
  {
    name: 'drops connections now and then',
    ends: MAYBE_NOTIFIED,
    reply: (random) => (random() < 0.2 ? 'reset' : random() < 0.1 ? 'truncated' : 200),
  },
  {
    name: 'is down every other half hour',
    ends: MAYBE_NOTIFIED,
    reply: (_, nowMs) => (minuteOf(nowMs()) % 60 < 30 ? 502 : 200),
  },
  {
    name: 'toggles',
    ends: ['delivered', 'skipped'],
    everyMinute: async (shop, nowMs) =>
      void (minuteOf(nowMs) % 7 === 0 && (await shop.toggle(minuteOf(nowMs) % 14 === 0))),
  },
];

export const CHARACTER_NAMES = [...new Set(CHARACTERS.map(({ name }) => name))];

/** Opens one merchant of each character, each with its own server. `fault` draws the faults of POSTs. */
export async function openShops(
  world: World,
  random: () => number,
  fault: () => Reply | undefined,
): Promise<SoakShop[]> {
  const shops: SoakShop[] = [];
  for (const { name, ends, reply, everyMinute } of CHARACTERS) {
    const shop = await openShop(world);
    if (name === 'never answers') world.state.silentUrls.add(shop.hook.url);
    shop.hook.reply = () => {
      const usual = reply ? reply(random, () => world.time.nowMs) : 200;
      return usual === 200 ? (fault() ?? usual) : usual;
    };
    const payments = new Map<string, SoakPayment>();
    const eachMinute = async (nowMs: number) => everyMinute?.(shop, nowMs);
    shops.push({ ...shop, character: name, ends, payments, everyMinute: eachMinute });
  }
  return shops;
}
