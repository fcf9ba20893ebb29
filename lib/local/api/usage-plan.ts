import type { Clock } from '../clock/clock.ts';
import { DAY_MS } from '../clock/durations.ts';

export interface UsagePlan {
  throttle?: { ratePerSecond: number; burst: number };
  quota?: { limit: number; period: 'DAY' | 'WEEK' | 'MONTH' };
}

export type Admission = 'admitted' | 'THROTTLED' | 'QUOTA_EXCEEDED';

/** Tokens that refill at a rate up to `burst`. A burst of 0 admits no request. */
export class TokenBucket {
  readonly #ratePerSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  #tokens: number;
  #filledAtMs: number;

  constructor(limit: { ratePerSecond: number; burst: number }, clock: Clock) {
    this.#ratePerSecond = limit.ratePerSecond;
    this.#burst = limit.burst;
    this.#clock = clock;
    this.#tokens = limit.burst;
    this.#filledAtMs = clock.nowMs();
  }

  take(): boolean {
    const nowMs = this.#clock.nowMs();
    const earned = ((nowMs - this.#filledAtMs) / 1000) * this.#ratePerSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}

/** Counts the requests of one API key under one plan. Exact here, best effort on AWS. A restart resets it. */
export class PlanMeter {
  readonly #plan: UsagePlan;
  readonly #clock: Clock;
  readonly #bucket: TokenBucket | undefined;
  #period = '';
  #used = 0;

  constructor(plan: UsagePlan, clock: Clock) {
    this.#plan = plan;
    this.#clock = clock;
    this.#bucket = plan.throttle && new TokenBucket(plan.throttle, clock);
  }

  admit(): Admission {
    if (this.#bucket && !this.#bucket.take()) return 'THROTTLED';
    const { quota } = this.#plan;
    if (!quota) return 'admitted';
    const period = periodOf(quota.period, this.#clock.nowMs());
    if (period !== this.#period) {
      this.#period = period;
      this.#used = 0;
    }
    if (this.#used >= quota.limit) return 'QUOTA_EXCEEDED';
    this.#used++;
    return 'admitted';
  }
}

function periodOf(period: 'DAY' | 'WEEK' | 'MONTH', nowMs: number): string {
  const day = Math.floor(nowMs / DAY_MS);
  if (period === 'DAY') return String(day);
  // Day 0 of the epoch was a Thursday; weeks begin on Sunday.
  if (period === 'WEEK') return String(Math.floor((day + 4) / 7));
  return new Date(nowMs).toISOString().slice(0, 7);
}
