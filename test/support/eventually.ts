import { setTimeout as sleep } from 'node:timers/promises';

const MAX_PAUSE_MS = 100;

/** Polls until there is an answer, ever more slowly. Rejects with the last state after `limitMs`. */
export async function eventually<Value>(
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 60_000,
  lastSeen: () => unknown = () => undefined,
): Promise<Value> {
  const giveUpAtMs = Date.now() + limitMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > giveUpAtMs) throw new Error(`no answer in ${limitMs} ms: ${JSON.stringify(lastSeen())}`);
    await sleep(pauseMs);
  }
}
