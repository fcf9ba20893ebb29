import { MINUTE_MS } from '../../clock/durations.ts';

// AWS documents these values for fair queues, as approximate.
const NOISY_SHARE = 0.1;
const NOISY_IN_FLIGHT = 30;
/** AWS documents "recent" without a value; this one is chosen here. */
const HALVED_AFTER_MS = MINUTE_MS;

/**
 * Finds the groups of a standard queue that are received last, as AWS documents it for fair queues. A group is noisy
 * if it has 30 messages and more than a tenth of all messages in flight, or more than a tenth of the recent processing
 * time. Not modelled: AWS keeps a group noisy until its backlog is gone.
 */
export class FairOrder {
  readonly #processingMs = new Map<string, number>();
  #halvedAtMs = 0;

  /** A message of the group was deleted `processingMs` after its receipt. */
  processed(group: string, processingMs: number, nowMs: number): void {
    if (nowMs - this.#halvedAtMs >= HALVED_AFTER_MS) this.#halve(nowMs);
    this.#processingMs.set(group, (this.#processingMs.get(group) ?? 0) + processingMs);
  }

  /**
   * The noisy groups by their number of messages in flight, the smallest first; equal ones together.
   * `inFlight` has the group of each message in flight, null where it has none.
   */
  noisyGroups(inFlight: readonly (string | null)[]): string[][] {
    const counts = new Map<string, number>();
    for (const group of inFlight) if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
    const allMs = [...this.#processingMs.values()].reduce((sum, ms) => sum + ms, 0);
    const byCount = new Map<number, string[]>();
    for (const group of new Set([...counts.keys(), ...this.#processingMs.keys()])) {
      const count = counts.get(group) ?? 0;
      const isCrowd = count >= NOISY_IN_FLIGHT && count > NOISY_SHARE * inFlight.length;
      const isSlow = (this.#processingMs.get(group) ?? 0) > NOISY_SHARE * allMs;
      if (isCrowd || isSlow) byCount.set(count, [...(byCount.get(count) ?? []), group]);
    }
    return [...byCount].sort(([left], [right]) => left - right).map(([, groups]) => groups);
  }

  #halve(nowMs: number): void {
    this.#halvedAtMs = nowMs;
    for (const [group, ms] of this.#processingMs) {
      if (ms < 1) this.#processingMs.delete(group);
      else this.#processingMs.set(group, ms / 2);
    }
  }
}
