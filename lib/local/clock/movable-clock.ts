import { type Clock, readAheadMs, systemClock, type Timer, writeAheadMs } from './clock.ts';

interface Waiting {
  dueMs: number;
  callback: () => void;
}

/** What a timer of Node can wait at most; a longer wait is taken in parts. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The machine's clock, moved ahead on demand and never back; how far is kept in the data folder. The distance lies in
 * memory that the functions' threads share, so that a move is there for all of them at once.
 */
export class MovableClock implements Clock {
  readonly shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  readonly #ahead = new BigInt64Array(this.shared);
  readonly #dataDir: string;
  readonly #waiting = new Map<Waiting, NodeJS.Timeout>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    Atomics.store(this.#ahead, 0, BigInt(readAheadMs(dataDir)));
  }

  nowMs(): number {
    return systemClock.nowMs() + this.aheadMs();
  }

  aheadMs(): number {
    return Number(Atomics.load(this.#ahead, 0));
  }

  after(delayMs: number, callback: () => void): Timer {
    const waiting = { dueMs: this.nowMs() + delayMs, callback };
    this.#arm(waiting);
    return { cancel: () => this.#disarm(waiting) };
  }

  /** Moves on to `timeMs`, unless that is past, and calls back what is due by then, the earliest first. */
  moveTo(timeMs: number): void {
    const byMs = Math.ceil(timeMs - this.nowMs());
    if (byMs > 0) {
      const aheadMs = this.aheadMs() + byMs;
      // Written down first: a crash in between leaves the kept time later than any that was seen, never earlier.
      writeAheadMs(this.#dataDir, aheadMs);
      Atomics.store(this.#ahead, 0, BigInt(aheadMs));
    }
    this.#callDue();
  }

  #arm(waiting: Waiting): void {
    const leftMs = Math.min(Math.max(0, waiting.dueMs - this.nowMs()), LONGEST_TIMER_MS);
    const timer = setTimeout(() => {
      // Also when the timer is early by a fraction of a millisecond, or its wait was one part of a longer one.
      this.#arm(waiting);
      this.#callDue();
    }, leftMs);
    this.#waiting.set(waiting, timer);
  }

  #disarm(waiting: Waiting): void {
    clearTimeout(this.#waiting.get(waiting));
    this.#waiting.delete(waiting);
  }

  #callDue(): void {
    for (let due = this.#earliest(); due && due.dueMs <= this.nowMs(); due = this.#earliest()) {
      this.#disarm(due);
      due.callback();
    }
  }

  #earliest(): Waiting | undefined {
    return [...this.#waiting.keys()].sort((left, right) => left.dueMs - right.dueMs)[0];
  }
}
