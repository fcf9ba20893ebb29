/** Delay before attempt 1, 2, 3 and 4, counted from the end of the attempt before (§6.4, decision D13). */
export const DELAYS_BEFORE_ATTEMPT_MS = [0, 200, 1_000, 5_000] as const;

export const MAXIMUM_ATTEMPTS = DELAYS_BEFORE_ATTEMPT_MS.length;

/** The contract's time-out (§6.4): from the start to the end of the answer's headers, looking up the name included. */
export const DEADLINE_MS = 8_000;

// SQS delays are whole seconds: a shorter delay is slept in the invocation that made the attempt before.
const SMALLEST_QUEUE_DELAY_MS = 1_000;

export type NextStep =
  /** Sleep in this invocation, then make attempt `attempt`. */
  | { kind: 'sleep'; attempt: number; delayMs: number }
  /** Hand over to the retry queue with a message delay of whole seconds. */
  | { kind: 'queue'; attempt: number; delayMs: number }
  /** No attempt is left: the delivery is not delivered. */
  | { kind: 'give-up' };

/** What follows when `attemptsDone` attempts have been made and the last one failed. */
export function nextStep(attemptsDone: number): NextStep {
  const delayMs = DELAYS_BEFORE_ATTEMPT_MS[attemptsDone];
  if (delayMs === undefined) return { kind: 'give-up' };
  const kind = delayMs < SMALLEST_QUEUE_DELAY_MS ? 'sleep' : 'queue';
  return { kind, attempt: attemptsDone + 1, delayMs };
}

/** A queue delay that ends no earlier than `delayMs` from now, within what SQS accepts. */
export function queueDelayS(delayMs: number): number {
  return Math.min(900, Math.max(0, Math.ceil(delayMs / 1_000)));
}
