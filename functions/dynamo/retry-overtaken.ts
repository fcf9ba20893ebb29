import { setTimeout as pause } from 'node:timers/promises';

/** One of thirty writers at one moment is overtaken about ten times. */
const MAX_ROUNDS = 20;
const MAX_PAUSE_MS = 100;

/**
 * Repeats a change that reads first and writes under a condition, until it is written: `change` answers undefined where
 * another writer was first. Pauses are random, so that writers that met once do not meet again. Throws after
 * `MAX_ROUNDS`; `what` names the item in the error.
 */
export async function retryOvertaken<Result>(what: string, change: () => Promise<Result | undefined>): Promise<Result> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (round > 0) await pause(Math.random() * Math.min(MAX_PAUSE_MS, 10 * round));
    const result = await change();
    if (result !== undefined) return result;
  }
  throw new Error(`${what} was changed by another writer on every try`);
}
