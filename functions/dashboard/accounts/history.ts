import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { HistoryEntry } from '../../merchants/history/change.ts';
import type { historyIn } from '../../merchants/history/history.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { readableMerchant } from '../account-rules.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import type { AuditInput } from './history-input.ts';

export interface AuditDependencies {
  merchants: Pick<Merchants, 'read'>;
  audit: ReturnType<typeof historyIn>;
}

/** An entry as it is shown; `at` is ISO 8601. */
export interface AuditRow extends Omit<HistoryEntry, 'at' | 'why'> {
  at: string;
  why: string | null;
}

/** Every change of an account, the newest first. A merchant sees its own; finance and operators any. */
export function listAudit({ merchants, audit }: AuditDependencies) {
  return async (
    { merchantId: named, cursor, limit }: AuditInput,
    caller: DashboardCaller,
  ): Promise<{ entries: AuditRow[]; cursor: string | null }> => {
    const merchant = await merchants.read(readableMerchant(caller, named));
    if (!merchant) throw notFound('merchant');
    const { entries, next } = await audit(merchant, { limit, ...(cursor && { before: Number(cursor) }) });
    return { entries: entries.map(auditRow), cursor: next === null ? null : String(next) };
  };
}

function auditRow({ at, why, ...entry }: HistoryEntry): AuditRow {
  return { ...entry, at: isoTime(at), why: why ?? null };
}
