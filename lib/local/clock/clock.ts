export interface Timer {
  cancel(): void;
}

/** The one source of time for schedules, quotas, queues, functions and record ages. */
export interface Clock {
  nowMs(): number;
  /** How far it is ahead of the machine's clock: what a time that was taken from the machine's lacks. */
  aheadMs(): number;
  /** Calls back once, no earlier than `delayMs` from now. */
  after(delayMs: number, callback: () => void): Timer;
}

export const systemClock: Clock = {
  nowMs: Date.now,
  aheadMs: () => 0,
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
