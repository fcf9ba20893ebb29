import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Reads until there is a value, for half a minute; undefined when there is none by then. */
export async function eventually<Value>(read: () => Promise<Value | undefined>): Promise<Value | undefined> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const found = await read();
    if (found !== undefined) return found;
    await sleep(250);
  }
  return undefined;
}
