import { NOW_MS } from '../../support/scripted-sibs.ts';
import type { Play } from './traffic.ts';
import type { Trouble } from './trouble.ts';

/** One line while the soak runs; `done` is the part of the traffic that is over, `seconds` real time. */
export function progressLine(
  { world, shops }: Play,
  trouble: Trouble,
  { done, seconds }: { done: number; seconds: number },
): string {
  const sum = (count: (shop: Play['shops'][number]) => number) => shops.reduce((total, shop) => total + count(shop), 0);
  const hours = (world.time.nowMs - NOW_MS) / 3_600_000;
  return [
    `${hours.toFixed(1).padStart(4)} h`,
    `${sum(({ payments }) => payments.size)} payments`,
    `${sum(({ hook }) => hook.posts.length)} POSTs`,
    `${world.state.crashes} crashes`,
    `${world.proxies.met() + trouble.postFaults} faults`,
    `${sum(({ hook }) => hook.problems.length)} wrong`,
    `${Math.round(seconds)} s so far, some ${Math.round((seconds / done) * (1 - done))} s left`,
  ].join(', ');
}
