import type { seededRandom } from '../../../chaos/world/seeded.ts';

export type Random = ReturnType<typeof seededRandom>;

/** One change of status, as it happened. `writtenAt` is true time, which no clock of the service shows. */
export interface Settled {
  eventId: string;
  transactionId: string;
  /** By the clock of the function that recorded it, and later than the one before of its transaction. */
  settledAt: number;
  writtenAt: number;
}

/** What was settled and when, in the order of the writes. It knows nothing of lists and positions. */
export type History = readonly Settled[];

export const START_MS = Date.parse('2026-11-20T08:00:00Z');
/** Bounds of what may happen: a write is sent within 5 s; its way, two clocks and the index stay within 30 s together. */
const MAX_SEND_MS = 5_000;
const MAX_WAY_MS = 4_000;
const MAX_SKEW_MS = 8_000;
export const MAX_LAG_MS = 30_000 - MAX_WAY_MS - 2 * MAX_SKEW_MS;
const MAX_WRITE_MS = MAX_SEND_MS + MAX_WAY_MS;

export const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1));
export const pick = <Value>(random: Random, values: readonly Value[]) =>
  values[Math.floor(random() * values.length)] as Value;

/** By how much a clock is ahead: often by all that it may be. */
export const skewOf = (random: Random) =>
  pick(random, [-MAX_SKEW_MS, MAX_SKEW_MS, between(random, -MAX_SKEW_MS, MAX_SKEW_MS)]);

/** Transactions of one merchant, some with a late payment, by functions whose clocks differ and that write late. */
export function historyOf(random: Random, count: number): History {
  const spanMs = pick(random, [1_000, 60_000, 600_000]);
  // Coarse clocks make many events of the same millisecond.
  const tickMs = pick(random, [1, 1, 1_000]);
  const settled: Settled[] = [];
  const settle = (transactionId: string, begunAt: number, last?: Settled): Settled => {
    const clock = Math.ceil((begunAt + skewOf(random)) / tickMs) * tickMs;
    const settledAt = Math.max(clock, (last?.settledAt ?? -1) + 1);
    const writtenAt = begunAt + pick(random, [5, between(random, 0, MAX_WRITE_MS), MAX_WRITE_MS]);
    const made = { eventId: `evt_${settled.length}`, transactionId, settledAt, writtenAt };
    settled.push(made);
    return made;
  };
  for (let number = 0; number < count; number += 1) {
    const transactionId = `tx_${pick(random, ['a', 'b'])}${String(number).padStart(23, '0')}`;
    const first = settle(transactionId, START_MS + between(random, 0, spanMs));
    const isLate = random() < 0.4;
    if (isLate) settle(transactionId, first.writtenAt + pick(random, [0, between(random, 0, 200_000)]), first);
  }
  return settled.sort((one, other) => one.writtenAt - other.writtenAt);
}

/** The newest event of each transaction that was written by then, by its transaction. */
export function newestAt(history: History, timeMs: number): Map<string, Settled> {
  return new Map(history.filter(({ writtenAt }) => writtenAt <= timeMs).map((each) => [each.transactionId, each]));
}

/**
 * What a read of an eventually consistent index may see: each change arrives on its own, after at most `MAX_LAG_MS`,
 * and the next read may ask a replica that is further behind. An entry that has moved may be at both positions or none.
 */
export function indexAt(history: History, timeMs: number, random: Random): Settled[] {
  const isVisible = (writtenAt: number) =>
    writtenAt + pick(random, [0, MAX_LAG_MS, between(random, 0, MAX_LAG_MS)]) <= timeMs;
  return history.filter((each, index) => {
    const moved = history.slice(index + 1).find(({ transactionId }) => transactionId === each.transactionId);
    return isVisible(each.writtenAt) && !(moved && isVisible(moved.writtenAt));
  });
}
