import * as z from 'zod/mini';
import { Refusal } from '../../http/refusal.ts';
import type { Scope } from '../caller.ts';
import { positionIn } from '../cursor.ts';
import { entry } from './transactions-entry.ts';
import type { Wanted } from './transactions-find.table.ts';

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
export type Position = z.infer<typeof position>;

export interface MerchantGroup {
  ids: readonly string[];
  /** How many merchants were scanned before these, and how many there are. */
  before: number;
  of: number;
}

/** How far a list over all merchants is: it covers the first `scanned` of `of` merchants. Null if it covers all. */
export type MerchantsScanned = { scanned: number; of: number } | null;

/** The position of a cursor; one of another period would lead out of the index's range. */
export function positionAfter(wanted: Wanted, cursor: string | undefined): Position {
  const known = positionIn(position, cursor) ?? {};
  const { after } = known;
  if (!after) return known;
  if (wanted.by === 'order') {
    if (after.orderId === undefined || after.orderId.startsWith(wanted.orderId)) return known;
    throw new Refusal('invalid', 'cursor: it belongs to another order');
  }
  if (after.timeMs >= wanted.fromMs && after.timeMs < wanted.toMs) return known;
  throw new Refusal('invalid', 'cursor: it belongs to another period');
}

/** The merchants of a scan: the one that is asked about, or the group of all at which the list is. */
export async function groupAt(
  { merchantIds }: { merchantIds(): Promise<string[]> },
  { merchantId }: Scope,
  { from = '', through }: Position,
): Promise<MerchantGroup> {
  if (merchantId !== null) return { ids: [merchantId], before: 0, of: 1 };
  const all = (await merchantIds()).sort();
  const left = all.filter((id) => id > from);
  const ids = through === undefined ? left.slice(0, MERCHANTS_PER_SCAN) : left.filter((id) => id <= through);
  return { ids, before: all.length - left.length, of: all.length };
}

/** Where the list continues after the scan of a group; null at the end. */
export function positionAfterScan(
  { ids, before, of }: MerchantGroup,
  { from }: Position,
  { last, isLast }: { last: Position['after']; isLast: boolean },
): Position | null {
  const through = ids.at(-1);
  const group = of > ids.length ? { from, through } : {};
  if (!isLast) return { ...group, after: last };
  return before + ids.length < of ? { from: through } : null;
}

export function merchantsScanned({ ids, before, of }: MerchantGroup): MerchantsScanned {
  return of > ids.length ? { scanned: before + ids.length, of } : null;
}
