import type { DeliveryState } from '../../../functions/payments/transaction.ts';
import { type Checked, judge, judgeRest, nothingChecked } from '../world/oracle.ts';
import { transactionIdsOf } from '../world/stored.ts';
import type { World } from '../world/world.ts';
import type { SoakShop } from './shops.ts';
import type { Play } from './traffic.ts';
import type { Trouble } from './trouble.ts';

export interface SoakCounts extends Record<Exclude<DeliveryState, 'pending'>, number> {
  payments: number;
  events: number;
  posts: number;
  /** POSTs beyond the recorded attempts. */
  repeated: number;
  /** How many repeated POSTs the faults allow. */
  excused: number;
  crashes: number;
  restarts: number;
  faults: number;
  lostBatches: number;
  duplicates: number;
  deadLetters: number;
  lost: number;
  wrong: number;
  problems: string[];
}

/** Judges and counts every transaction. `unquiet`: why the world did not come to rest. */
export async function countAll(play: Play, trouble: Trouble, unquiet: string | undefined): Promise<SoakCounts> {
  const { world, stepper, shops } = play;
  const { interrupted, duplicates, lostMessages, unrelayed } = stepper;
  const faults = world.proxies.met() + trouble.postFaults;
  const deadLetters = world.queues.deliveries.deadLetters + world.queues.retries.deadLetters;
  const counts: SoakCounts = {
    ...{ payments: 0, events: 0, delivered: 0, not_delivered: 0, skipped: 0, superseded: 0 },
    ...{ posts: 0, repeated: 0, excused: interrupted + duplicates + faults },
    ...{ crashes: world.state.crashes, restarts: trouble.restarts, faults, deadLetters, duplicates },
    ...{ lostBatches: lostMessages + unrelayed, lost: 0, wrong: 0, problems: [] },
  };
  const checked = nothingChecked();
  for (const shop of shops) await countShop(world, shop, counts, checked);
  Object.assign(counts, { events: checked.deliveries, posts: checked.posts, repeated: checked.repeated });
  if (unquiet !== undefined) note(counts, 'lost', [unquiet]);
  const rest = await judgeRest(
    world,
    shops.map(({ hook }) => hook),
    checked,
  );
  note(counts, 'wrong', rest);
  if (counts.events === 0) note(counts, 'wrong', ['there were no events']);
  if (counts.repeated > counts.excused)
    note(counts, 'wrong', [`${counts.repeated} POSTs repeated, ${counts.excused} excused`]);
  return counts;
}

function note(counts: SoakCounts, kind: 'lost' | 'wrong', problems: readonly string[]): void {
  counts[kind] += problems.length;
  counts.problems.push(...problems.map((problem) => `${kind}: ${problem}`));
}

async function countShop(world: World, shop: SoakShop, counts: SoakCounts, checked: Checked): Promise<void> {
  const { hook, merchantId, character, ends } = shop;
  // The merchant does not know transactions whose creation was never answered. They are cancelled after 30 days.
  const ids = new Set([...shop.payments.keys(), ...(await transactionIdsOf(world.own, merchantId))]);
  for (const id of ids) {
    const { decisions = 0, ...facts } = shop.payments.get(id) ?? {};
    const verdict = await judge(world, id, {
      ...{ hook, isStartedOnce: true, maxEvents: Math.max(1, decisions), ...facts },
      ends: (_, isNewest): readonly DeliveryState[] => (isNewest ? ends : [...ends, 'superseded']),
    });
    for (const kind of ['lost', 'wrong'] as const)
      note(
        counts,
        kind,
        verdict[kind].map((problem) => `(${character}) ${problem}`),
      );
    for (const key of ['deliveries', 'posts', 'attempts', 'repeated'] as const) checked[key] += verdict.checked[key];
    counts.payments += 1;
    for (const { delivery } of verdict.stored?.record.settlements ?? [])
      if (delivery.state !== 'pending') counts[delivery.state] += 1;
  }
}
