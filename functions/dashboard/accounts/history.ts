import * as z from 'zod/mini';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { HistoryEntry } from '../../merchants/history/change.ts';
import type { historyIn } from '../../merchants/history/history.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { readableAccount } from '../account-rules.ts';
import type { DashboardCaller } from '../caller.ts';
import { limitInput, merchantInput } from '../inputs.ts';

const MAX_PAGE = 100;

export const historyInput = z.extend(merchantInput, {
  /** Of the page before: the number of its last entry. */
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'cursor must be that of a page'))),
  limit: limitInput(MAX_PAGE),
});

/** An entry as it is shown; `at` is ISO 8601. */
export type HistoryRow = Omit<HistoryEntry, 'at' | 'why'> & { at: string; why: string | null };

interface HistoryDependencies {
  merchants: Pick<Merchants, 'read'>;
  history: ReturnType<typeof historyIn>;
}

/** Every change of an account, the newest first. A merchant sees its own; finance and operators any. */
export function listHistory({ merchants, history }: HistoryDependencies) {
  return async ({ merchantId, cursor, limit }: z.infer<typeof historyInput>, caller: DashboardCaller) => {
    const merchant = await readableAccount(merchants, caller, merchantId);
    const { entries, next } = await history(merchant, { limit, ...(cursor && { before: Number(cursor) }) });
    return { entries: entries.map(historyRow), cursor: next === null ? null : String(next) };
  };
}

function historyRow({ at, why, ...entry }: HistoryEntry): HistoryRow {
  return { ...entry, at: isoTime(at), why: why ?? null };
}
