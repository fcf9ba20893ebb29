import type { Clock } from '../runtime/clock.ts';

/** Settings and credentials are read again after this time, so that a change needs no deployment. */
const REMEMBERED_FOR_MS = 60_000;

/** Wraps a load so that its answer serves for a minute. A failed load is not remembered. */
export function remembered<Value>(load: () => Promise<Value>, clock: Clock): () => Promise<Value> {
  let known: { value: Promise<Value>; untilMs: number } | undefined;
  return () => {
    const nowMs = clock();
    if (known && nowMs < known.untilMs) return known.value;
    const value = load();
    const mine = { value, untilMs: nowMs + REMEMBERED_FOR_MS };
    known = mine;
    value.catch(() => {
      if (known === mine) known = undefined;
    });
    return value;
  };
}
