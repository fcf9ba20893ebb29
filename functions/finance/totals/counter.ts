import type { Attribute, Attributes } from '../../runtime/attributes.ts';
import { FIGURES, type Figure } from './contribution.ts';
import type { Figures } from './figures.ts';

/** The totals of one merchant on one Lisbon day: the item of the table `totals`. */
export interface Counter {
  day: string;
  merchantId: string;
  figures: Figures;
  /** Counts every write of the counter; 0 where there is none yet. */
  version: number;
  /** When something was last counted, and when a rebuild last set it; milliseconds, null where never. */
  changedAt: number | null;
  rebuiltAt: number | null;
}

/**
 * A figure's two attributes, number and cents, at the top level because `ADD` does not create maps. Short enough that a
 * counter with every figure stays under 1 KB, a write unit (tested).
 */
export function attributesOf(figure: Figure): { count: string; cents: string } {
  return { count: `${figure}.n`, cents: `${figure}.c` };
}

/** Parses a counter's item. Throws on a value that is not an integer. */
export function counterOf(item: Attributes): Counter {
  const figures: Figures = {};
  for (const figure of FIGURES) {
    const { count, cents } = attributesOf(figure);
    const sum = { count: numberIn(item, count) ?? 0, cents: numberIn(item, cents) ?? 0 };
    if (sum.count !== 0 || sum.cents !== 0) figures[figure] = sum;
  }
  return {
    day: textIn(item, 'day'),
    merchantId: textIn(item, 'item'),
    figures,
    version: numberIn(item, 'version') ?? 0,
    changedAt: numberIn(item, 'changedAt') ?? null,
    rebuiltAt: numberIn(item, 'rebuiltAt') ?? null,
  };
}

/** The counter of a day on which nothing was counted. */
export function noCounter(day: string, merchantId: string): Counter {
  return { day, merchantId, figures: {}, version: 0, changedAt: null, rebuiltAt: null };
}

/** The item of a counter. */
export function itemOf({ day, merchantId, figures, version, changedAt, rebuiltAt }: Counter) {
  const item: Record<string, Attribute> = { day, item: merchantId, version };
  for (const [figure, { count, cents }] of Object.entries(figures)) {
    const attributes = attributesOf(figure as Figure);
    item[attributes.count] = count;
    item[attributes.cents] = cents;
  }
  return { ...item, ...(changedAt !== null && { changedAt }), ...(rebuiltAt !== null && { rebuiltAt }) };
}

function textIn(item: Attributes, name: string): string {
  const text = item[name]?.S;
  if (text === undefined) throw new Error(`totals: an item without ${name}`);
  return text;
}

function numberIn(item: Attributes, name: string): number | undefined {
  const text = item[name]?.N;
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`totals: ${name} is no whole number`);
  return value;
}
