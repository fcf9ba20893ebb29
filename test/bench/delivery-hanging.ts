/** How long an attempt is in flight against an endpoint that accepts and never answers (§6.4), in milliseconds. */
const TIMEOUT_MS = 8_000;
const DELAY_BEFORE_SECOND_MS = 200;
const ATTEMPTS = 4;
/** As many of the retry queue as one invocation takes while it waits (`functions/webhooks/further-messages.ts`). */
const IN_HAND = 25;

export interface HangingNeeds {
  /** Messages in flight at once in the first queue, until the merchant is known to be slow. */
  firstMessages: number;
  /** Messages in flight at once in the retry queue, once all of its attempts are made there. */
  retryMessages: number;
  /** Environments for those, with one message in each, were none taken while waiting, and with as many as one takes. */
  retryEnvironments: { oneEach: number; fullEach: number };
  /** Events a second to hanging endpoints that the retry queue keeps up with at its cap. */
  keptUpPerSecond: { oneEach: number; fullEach: number };
}

/**
 * What events at a steady rate to hanging endpoints hold in flight on AWS, by rate × time in flight. The delays of 1 s and
 * 5 s are spent in the queue and hold nothing. `learnedAfterS`: from the first such POST until the merchant is taken
 * off the first queue; a message that came before that stays there to the end of its first attempt.
 */
export function hangingNeeds(load: { perSecond: number; learnedAfterS: number; retryCap: number }): HangingNeeds {
  const { perSecond, learnedAfterS, retryCap } = load;
  const heldMs = ATTEMPTS * TIMEOUT_MS + DELAY_BEFORE_SECOND_MS;
  const retryMessages = (perSecond * heldMs) / 1_000;
  return {
    firstMessages: perSecond * Math.min(learnedAfterS, TIMEOUT_MS / 1_000),
    retryMessages,
    retryEnvironments: { oneEach: Math.ceil(retryMessages), fullEach: Math.ceil(retryMessages / IN_HAND) },
    keptUpPerSecond: { oneEach: (retryCap * 1_000) / heldMs, fullEach: (retryCap * IN_HAND * 1_000) / heldMs },
  };
}
