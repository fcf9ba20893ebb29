import type { Clock } from '../clock/clock.ts';

/** Tokens that refill at a rate up to `burst`. Exact here, best effort on AWS. A restart fills it. */
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
