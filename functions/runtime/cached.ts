import type { Clock } from './clock.ts';

/**
 * Caches what `load` answers. The function answers the cached value where it was loaded less than `maxAgeMs` milliseconds
 * ago, else it loads again; calls during a load share it. A failed load is not cached.
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
