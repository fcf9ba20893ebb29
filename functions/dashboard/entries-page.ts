import * as z from 'zod/mini';
import { fromCursor, toCursor } from '../dynamo/cursor.ts';
import { Refusal } from '../http/refusal.ts';
import type { Scope } from './caller.ts';

/**
 * What to find, each by its own index. `paid` finds transactions by their payment, `moved` every movement of money.
 * Times are in [`fromMs`, `toMs`).
 */
export type Wanted =
  | { by: 'created' | 'paid' | 'moved'; fromMs: number; toMs: number }
  | { by: 'order'; orderId: string; isPrefix: boolean };

/**
 * An entry of one of the indexes; `timeMs` is that of the creation, of the payment or of the movement; by order 0, and
 * its id. `item` is the sort key of a movement.
 */
const entry = z.object({
  timeMs: z.int(),
  merchantId: z.string(),
  transactionId: z.string(),
  orderId: z.optional(z.string()),
  item: z.optional(z.string()),
});
export type Entry = z.infer<typeof entry>;

export interface EntryScan {
  /** The next `count` entries; fewer at the end. */
  next(count: number): Promise<Entry[]>;
  /** Whether no entries are left; perhaps true only after a `next` that returned none. */
  isOver(): boolean;
}

/** `after`: where the page before ended. `size`: how many are wanted at a time. */
export type ScanEntries = (
  wanted: Wanted,
  merchantIds: readonly string[],
  page: { size: number; after?: Entry | undefined },
) => EntryScan;

export interface EntriesDependencies {
  scanEntries: ScanEntries;
  /** Every merchant of the stage, for staff who name none. */
  merchantIds(): Promise<string[]>;
}

/** Merchants that one page scans, each at half a read unit or more. What many have is listed group after group. */
export const MERCHANTS_PER_SCAN = 200;

/**
 * Where a list continues: after an entry, or at the beginning of the group of merchants whose ids come after `from`.
 */
const position = z
  .strictObject({
    from: z.optional(z.string()),
    /** The last id of the group, so that it stays the same group while merchants sign up. */
    through: z.optional(z.string()),
    after: z.optional(entry),
  })
  .check(z.refine(({ from, after }) => from !== undefined || after !== undefined));

/** How far a list over all merchants is: it covers the first `scanned` of `of` merchants. Null if it covers all. */
export type MerchantsScanned = { scanned: number; of: number } | null;

export interface EntriesRequest<Found> {
  wanted: Wanted;
  scope: Scope;
  cursor: string | undefined;
  /** What is wanted of these entries: each in its place, undefined where it is left out. */
  read(entries: readonly Entry[]): Promise<readonly (Found | undefined)[]>;
  /** The page ends at so many found, or so many entries scanned, which are read `size` at a time. */
  limit: number;
  maxScanned: number;
  size: number;
}

export interface EntriesPage<Found> {
  found: Found[];
  /** For the next page; null at the end. */
  cursor: string | null;
  /** Entries scanned for this page, those included that were left out: it may hold few and not be the last. */
  scanned: number;
  /** Everything later has been scanned, of these merchants. */
  untilMs: number;
  merchants: MerchantsScanned;
}

/** A page of the entries of one merchant or of all: newest first, of many merchants group by group. */
export async function entriesPage<Found>(
  { scanEntries, merchantIds }: EntriesDependencies,
  { wanted, scope, cursor, read, limit, maxScanned, size }: EntriesRequest<Found>,
): Promise<EntriesPage<Found>> {
  const { from = '', through, after } = positionAfter(wanted, cursor);
  const all = scope.merchantId === null ? (await merchantIds()).sort() : [scope.merchantId];
  const left = all.filter((id) => id > from);
  const ids = through === undefined ? left.slice(0, MERCHANTS_PER_SCAN) : left.filter((id) => id <= through);
  const scan = scanEntries(wanted, ids, { size, after });
  const found: Found[] = [];
  let last = after;
  let scanned = 0;
  let isCut = false;
  while (!isCut && found.length < limit && scanned < maxScanned && !scan.isOver()) {
    const entries = await scan.next(Math.min(size, maxScanned - scanned));
    const kept = await read(entries);
    for (const [index, each] of entries.entries()) {
      isCut = found.length === limit;
      if (isCut) break;
      last = each;
      scanned += 1;
      const one = kept[index];
      if (one !== undefined) found.push(one);
    }
  }
  const isLast = !isCut && scan.isOver();
  const covered = all.length - left.length + ids.length;
  const group = all.length > ids.length ? { from, through: ids.at(-1) } : {};
  const next = isLast ? covered < all.length && { from: ids.at(-1) } : { ...group, after: last };
  const [endMs, beginMs] = wanted.by === 'order' ? [0, 0] : [wanted.toMs, wanted.fromMs];
  return {
    found,
    cursor: next ? toCursor(next) : null,
    scanned,
    untilMs: isLast ? beginMs : (last?.timeMs ?? endMs),
    merchants: all.length > ids.length ? { scanned: covered, of: all.length } : null,
  };
}

/** The position of a cursor; one of another period would lead out of the index's range. */
function positionAfter(wanted: Wanted, cursor: string | undefined): z.infer<typeof position> {
  const known = fromCursor(position, cursor) ?? {};
  const { after } = known;
  if (!after) return known;
  if (wanted.by === 'order') {
    if (after.orderId === undefined || after.orderId.startsWith(wanted.orderId)) return known;
    throw new Refusal('invalid', 'cursor: it belongs to another order');
  }
  if (after.timeMs >= wanted.fromMs && after.timeMs < wanted.toMs) return known;
  throw new Refusal('invalid', 'cursor: it belongs to another period');
}
