import { appendFileSync } from 'node:fs';
import type { OnRight, UsedRight } from '../local/rights/function-rights.ts';

/** A line of the file: a right that a function used, and in how many calls. */
export interface RightLine extends UsedRight {
  calls: number;
}

/** More keys than a condition lists say nothing further. */
const MAX_KEYS = 20;
const REPEATS_AFTER_MS = 1_000;

/**
 * Appends each right to a file when a function uses it, and when it uses it with a new key; repeats are counted and
 * appended after `repeatsAfterMs`.
 */
export function rightsFile(file: string, repeatsAfterMs = REPEATS_AFTER_MS): OnRight {
  const keys = new Map<string, Set<string>>();
  const repeats = new Map<string, RightLine>();
  const append = (...lines: RightLine[]) =>
    appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const appendRepeats = () => {
    append(...repeats.values());
    repeats.clear();
  };
  return ({ leadingKeys = [], ...used }) => {
    const name = `${used.functionName} ${used.action} ${used.resource}`;
    const isFirst = !keys.has(name);
    const known = keys.get(name) ?? new Set();
    keys.set(name, known);
    const added = leadingKeys.filter((key) => !known.has(key)).slice(0, MAX_KEYS - known.size);
    for (const key of added) known.add(key);
    if (isFirst || added.length > 0)
      return append({ ...used, ...(added.length > 0 && { leadingKeys: added }), calls: 1 });
    if (repeats.size === 0) setTimeout(appendRepeats, repeatsAfterMs).unref();
    repeats.set(name, { ...used, calls: (repeats.get(name)?.calls ?? 0) + 1 });
  };
}
