import * as z from 'zod/mini';
import { toCursor } from '../../../dynamo/cursor.ts';
import { Refusal } from '../../../http/refusal.ts';
import { NO_MERCHANT } from '../../../payments/exceptions/exception.ts';
import { kindOfItem, MOVEMENT_KINDS } from '../../../payments/money/movement.ts';
import { MAIN_ITEM } from '../../../payments/tables.ts';
import { isoTime } from '../../../runtime/clock.ts';
import { type DashboardCaller, scopeOf } from '../../caller.ts';
import { type ListPage, listPage } from '../../scanned.ts';
import type { Entry, ScanEntries } from '../../transactions/transactions-find.table.ts';
import { cursorInput, idInput, lisbonDayInput, ORDINARY_PAGE } from '../../transactions/transactions-input.ts';
import {
  groupAt,
  type MerchantsScanned,
  merchantsScanned,
  positionAfter,
  positionAfterScan,
} from '../../transactions/transactions-position.ts';
import { type MovementRow, movementRow } from './movement-row.ts';
import type { ReadItems } from './read-items.table.ts';

const MAX_PAGE = 500;
/** Of other kinds a page scans no more than this: half a read unit for sixteen of them. */
const MAX_SCANNED = 5_000;

/** Lisbon days, both included, of the movements; one merchant, or for staff all of them and the money of none. */
export const movementsInput = z.object({
  merchantId: z.optional(idInput),
  from: lisbonDayInput,
  to: lisbonDayInput,
  kind: z.optional(z.enum(MOVEMENT_KINDS)),
  cursor: cursorInput,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE)), ORDINARY_PAGE),
});

/** `scannedUntil`: everything later in the period has been listed (of these merchants). */
export type MovementsPage = ListPage<'movements', MovementRow, string> & { merchants: MerchantsScanned };

export interface MovementsDependencies {
  scanEntries: ScanEntries;
  readItems: ReadItems;
  merchantIds(): Promise<string[]>;
}

/**
 * `POST /me/movements/search`: a page of the movements of money in a period, newest first. The totals of the period
 * are the sums of these rows.
 */
export function listMovements({ scanEntries, readItems, merchantIds }: MovementsDependencies) {
  const everyone = { merchantIds: async () => [NO_MERCHANT, ...(await merchantIds())] };
  return async (input: z.infer<typeof movementsInput>, caller: DashboardCaller): Promise<MovementsPage> => {
    const { limit, cursor, kind, from, to } = input;
    if (to.toMs <= from.fromMs) throw new Refusal('invalid', 'to must not be before from');
    const wanted = { by: 'moved' as const, fromMs: from.fromMs, toMs: to.toMs };
    const position = positionAfter(wanted, cursor);
    const group = await groupAt(everyone, scopeOf(caller, input.merchantId), position);
    const size = kind === undefined ? limit : MAX_PAGE;
    const scan = scanEntries(wanted, group.ids, { size, after: position.after });
    const found: Entry[] = [];
    let { after: last } = position;
    let scanned = 0;
    let isCut = false;
    while (!isCut && found.length < limit && scanned < MAX_SCANNED && !scan.isOver()) {
      for (const entry of await scan.next(size)) {
        isCut = found.length === limit;
        if (isCut) break;
        last = entry;
        scanned += 1;
        if (kind === undefined || kindOfItem(entry.item ?? MAIN_ITEM) === kind) found.push(entry);
      }
    }
    const isLast = !isCut && scan.isOver();
    const next = positionAfterScan(group, position, { last, isLast });
    const page = listPage('movements', {
      rows: await readRows(readItems, found),
      cursor: next && toCursor(next),
      scanned,
      until: isoTime(isLast ? wanted.fromMs : (last?.timeMs ?? wanted.toMs)),
    });
    return { ...page, merchants: merchantsScanned(group) };
  };
}

/** Reads the items of the movements, and of those beside a main item that one too. */
async function readRows(readItems: ReadItems, entries: readonly Entry[]): Promise<MovementRow[]> {
  const keys = entries.map(({ transactionId, item = MAIN_ITEM }) => ({ transactionId, item }));
  const mains = keys.map(({ transactionId }) => ({ transactionId, item: MAIN_ITEM }));
  const items = await readItems([...keys, ...mains]);
  return keys.flatMap((_, index) => {
    const item = items[index];
    // It left the list meanwhile: a person closed it as not ours.
    return item?.paidAt ? movementRow(item, items[keys.length + index]) : [];
  });
}
