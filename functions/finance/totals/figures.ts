import { type Contribution, type Entry, FIGURES, type Figure, type Sum } from './contribution.ts';

/** The sums of one counter; a figure that is missing is zero. */
export type Figures = Partial<Record<Figure, Sum>>;

/** Adds contributions up by day. Sums of zero are left out, so that equal totals are equal objects. */
export function byDay(entries: Iterable<Pick<Entry, 'contributions'>>): Map<string, Figures> {
  const days = new Map<string, Figures>();
  for (const { contributions } of entries) {
    for (const contribution of contributions) {
      const figures = days.get(contribution.day) ?? {};
      days.set(contribution.day, figures);
      add(figures, contribution);
    }
  }
  return new Map([...days].map(([day, figures]) => [day, withoutZeros(figures)]));
}

/** The sums of `left` and `right`, for example of two merchants. */
export function together(left: Figures, right: Figures): Figures {
  const sums: Figures = structuredClone(left);
  for (const figure of FIGURES) {
    const sum = right[figure];
    if (sum) add(sums, { figure, ...sum });
  }
  return withoutZeros(sums);
}

export interface Difference {
  figure: Figure;
  was: Sum;
  is: Sum;
}

/** The figures in which two counters differ. */
export function differencesOf(was: Figures, is: Figures): Difference[] {
  return FIGURES.flatMap((figure) => {
    const [before, after] = [was[figure] ?? ZERO, is[figure] ?? ZERO];
    const same = before.count === after.count && before.cents === after.cents;
    return same ? [] : [{ figure, was: before, is: after }];
  });
}

const ZERO: Sum = { count: 0, cents: 0 };

function add(figures: Figures, { figure, count, cents }: Pick<Contribution, 'figure' | 'count' | 'cents'>): void {
  const sum = figures[figure] ?? ZERO;
  figures[figure] = { count: sum.count + count, cents: sum.cents + cents };
}

function withoutZeros(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).filter(([, { count, cents }]) => count !== 0 || cents !== 0));
}
