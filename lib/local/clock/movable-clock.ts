import { type Clock, readAheadMs, systemClock, type Timer, writeAheadMs } from './clock.ts';

interface Waiting {
  dueMs: number;
  callback: () => void;
}

/** The longest timer of Node; a longer wait is split. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The machine's clock plus an offset that only grows. The offset is stored in the data folder, and is in memory shared
 * with the functions' threads, so that all of them have it immediately.
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

  /** Moves to `timeMs`, unless that is past, and runs the due callbacks, the earliest first. */
  moveTo(timeMs: number): void {
    const byMs = Math.ceil(timeMs - this.nowMs());
    if (byMs > 0) {
      const aheadMs = this.aheadMs() + byMs;
      // Stored first: after a crash the stored time is never earlier than a time that was used.
      writeAheadMs(this.#dataDir, aheadMs);
      Atomics.store(this.#ahead, 0, BigInt(aheadMs));
    }
    this.#callDue();
  }

  #arm(waiting: Waiting): void {
    const leftMs = Math.min(Math.max(0, waiting.dueMs - this.nowMs()), MAX_TIMER_MS);
    const timer = setTimeout(() => {
      // The timer may be early by a fraction of a millisecond, or a part of a longer wait.
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
