export interface Timer {
  cancel(): void;
}

/** The one source of time for schedules, quotas and record ages; a movable one can stand in for it. */
export interface Clock {
  nowMs(): number;
  /** Calls back once, no earlier than `delayMs` from now. */
  after(delayMs: number, callback: () => void): Timer;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
