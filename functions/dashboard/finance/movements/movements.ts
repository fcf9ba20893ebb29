import * as z from 'zod/mini';
import { NO_MERCHANT } from '../../../payments/exceptions/exception.ts';
import { kindOfItem, MOVEMENT_KINDS } from '../../../payments/money/movement.ts';
import { MAIN_ITEM } from '../../../payments/tables.ts';
import { isoTime } from '../../../runtime/clock.ts';
import { type DashboardCaller, scopeOf } from '../../caller.ts';
import { type EntriesDependencies, type Entry, entriesPage } from '../../entries-page.ts';
import { cursorInput, limitInput, lisbonDayInput, merchantInput, periodOf } from '../../inputs.ts';
import type { ReadItems } from '../../items.table.ts';
import { type MovementRow, movementRow } from './movement-row.ts';

const MAX_PAGE = 500;
/** Of other kinds a page scans no more than this: half a read unit for sixteen of them. */
const MAX_SCANNED = 5_000;

/** Lisbon days, both included, of the movements; one merchant, or for staff all of them and the money of none. */
export const movementsInput = z.extend(merchantInput, {
  from: lisbonDayInput,
  to: lisbonDayInput,
  kind: z.optional(z.enum(MOVEMENT_KINDS)),
  cursor: cursorInput,
  limit: limitInput(MAX_PAGE),
});

export interface MovementsDependencies extends EntriesDependencies {
  readItems: ReadItems;
}

/**
 * `POST /me/movements/search`: a page of the movements of money in a period, newest first. The totals of the period
 * are the sums of these rows. `scannedUntil`: everything later in the period has been listed (of these merchants).
 */
export function listMovements({ readItems, scanEntries, merchantIds }: MovementsDependencies) {
  const everyone = { scanEntries, merchantIds: async () => [NO_MERCHANT, ...(await merchantIds())] };
  return async (input: z.infer<typeof movementsInput>, caller: DashboardCaller) => {
    const { limit, cursor, kind } = input;
    const { found, untilMs, ...page } = await entriesPage<Entry>(everyone, {
      ...{ cursor, limit, maxScanned: MAX_SCANNED, scope: scopeOf(caller, input.merchantId) },
      wanted: { by: 'moved', ...periodOf(input) },
      size: kind === undefined ? limit : MAX_PAGE,
      read: async (entries) => entries.map((entry) => ((kind ?? kindOf(entry)) === kindOf(entry) ? entry : undefined)),
    });
    return { ...page, movements: await readRows(readItems, found), scannedUntil: isoTime(untilMs) };
  };
}

function kindOf({ item = MAIN_ITEM }: Entry) {
  return kindOfItem(item);
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
