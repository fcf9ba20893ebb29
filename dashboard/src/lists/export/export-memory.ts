/** As the browser's own; passed in, so that a test can use another. */
export interface Memory {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

const NAME = 'payment-service.exports';
// A person has a handful of filters; the oldest are forgotten.
const MAX_REMEMBERED = 50;

/** When this very filter was exported last from this browser, ISO 8601; undefined where it never was. */
export function lastExport(memory: Memory, filter: string): string | undefined {
  return entriesIn(memory).find(([name]) => name === filter)?.[1];
}

/** Records that `filter` was exported `at`. A browser that stores nothing costs the mark, not the export. */
export function recordExport(memory: Memory, filter: string, at: string): void {
  const others = entriesIn(memory).filter(([name]) => name !== filter);
  try {
    memory.setItem(NAME, JSON.stringify([[filter, at], ...others].slice(0, MAX_REMEMBERED)));
  } catch {
    // Full, or forbidden in this browser.
  }
}

function entriesIn(memory: Memory): [string, string][] {
  try {
    const stored: unknown = JSON.parse(memory.getItem(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}
