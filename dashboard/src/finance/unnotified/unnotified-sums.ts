import type { UnnotifiedReport } from '../../../../functions/dashboard/finance/unnotified.ts';
import type { CountAndEuros, UnnotifiedLine } from '../../../../functions/finance/unnotified/unnotified-rule.ts';

/** The figures of the pages so far, added up. `pages` counts them. */
export type UnnotifiedSums = UnnotifiedReport & { pages: number };

/**
 * Adds a page to the sums of the pages before. `deadLetters` and `waiting` come from the first page, which alone has
 * them.
 */
export function addUnnotified(sums: UnnotifiedSums | undefined, page: UnnotifiedReport): UnnotifiedSums {
  if (!sums) return { ...page, pages: 1 };
  return {
    lines: addLines(sums.lines, page.lines),
    paid: add(sums.paid, page.paid),
    failed: add(sums.failed, page.failed),
    cancelled: add(sums.cancelled, page.cancelled),
    deadLetters: sums.deadLetters,
    scanned: sums.scanned + page.scanned,
    cursor: page.cursor,
    scannedThrough: page.scannedThrough ?? sums.scannedThrough,
    waiting: sums.waiting,
    isComplete: page.cursor === null && (sums.waiting?.isComplete ?? true),
    pages: sums.pages + 1,
  };
}

/** In cents, so that no sum ends in …000001. */
export function addEuros(...euros: number[]): number {
  return euros.reduce((cents, each) => cents + Math.round(each * 100), 0) / 100;
}

function add(a: CountAndEuros, b: CountAndEuros): CountAndEuros {
  return { count: a.count + b.count, euros: addEuros(a.euros, b.euros) };
}

/** In the order of the first page, followed by the lines that only a later page has. */
function addLines(before: readonly UnnotifiedLine[], more: readonly UnnotifiedLine[]): UnnotifiedLine[] {
  const lines = before.map((line) => {
    const same = more.find((other) => isSame(line, other));
    return same ? { ...line, ...add(line, same) } : line;
  });
  return [...lines, ...more.filter((line) => !before.some((other) => isSame(line, other)))];
}

function isSame(a: UnnotifiedLine, b: UnnotifiedLine): boolean {
  return a.event === b.event && a.why === b.why && a.age === b.age;
}
