/** How long an attempt is in flight against an endpoint that accepts and never answers (§6.4), in seconds. */
const TIMEOUT_S = 8;
const DELAY_BEFORE_SECOND_S = 0.2;
const ATTEMPTS = 4;

export interface HangingNeeds {
  /** Messages in flight at once in the first queue, until the merchant is known to be slow. */
  firstMessages: number;
  /** Messages in flight at once in the retry queue, once all of its attempts are made there. */
  retryMessages: number;
  /** Environments for those, with so many messages in each: one at worst, ten at best. */
  retryEnvironments: { oneEach: number; tenEach: number };
  /** Events a second to hanging endpoints that the retry queue keeps up with at its cap. */
  keptUpPerSecond: { oneEach: number; tenEach: number };
}

/**
 * What events at a steady rate to hanging endpoints hold in flight on AWS, by rate × time in flight. The delays of 1 s and
 * 5 s are spent in the queue and hold nothing. `learnedAfterS`: from the first such POST until the merchant is taken
 * off the first queue; a message that came before that stays there to the end of its first attempt.
 */
export function hangingNeeds(load: { perSecond: number; learnedAfterS: number; retryCap: number }): HangingNeeds {
  const { perSecond, learnedAfterS, retryCap } = load;
  const heldS = ATTEMPTS * TIMEOUT_S + DELAY_BEFORE_SECOND_S;
  const retryMessages = perSecond * heldS;
  return {
    firstMessages: perSecond * Math.min(learnedAfterS, TIMEOUT_S),
    retryMessages,
    retryEnvironments: { oneEach: Math.ceil(retryMessages), tenEach: Math.ceil(retryMessages / 10) },
    keptUpPerSecond: { oneEach: retryCap / heldS, tenEach: (retryCap * 10) / heldS },
  };
}
