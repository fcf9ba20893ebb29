import type { Clock } from './clock.ts';

/**
 * Caches the value of `load`. The function returned loads again when the cached value is `maxAgeMs` or more old. Calls
 * during a load share it. A failed load is not cached.
 */
export function cached<Value>(load: () => Promise<Value>, clock: Clock): (maxAgeMs: number) => Promise<Value> {
  let known: { value: Promise<Value>; loadedAtMs: number } | undefined;
  return (maxAgeMs) => {
    if (known && clock() - known.loadedAtMs < maxAgeMs) return known.value;
    const entry = { value: load(), loadedAtMs: clock() };
    known = entry;
    entry.value.catch(() => {
      if (known === entry) known = undefined;
    });
    return entry.value;
  };
}
