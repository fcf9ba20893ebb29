import type { AuditResult, AuditResults } from '../finance/audit/results.table.ts';
import { isoTime } from '../runtime/clock.ts';
import { type DashboardCaller, requireStaff } from './caller.ts';

/** What the nightly audit found on the latest Lisbon day that it audited; null before the first. */
export interface AuditReport {
  result: (Pick<AuditResult, 'day'> & AuditResult['tally'] & { finishedAt: string }) | null;
}

/** For staff: it names every merchant's transactions. */
export function latestAudit(results: Pick<AuditResults, 'latest'>) {
  return async (_input: object, caller: DashboardCaller): Promise<AuditReport> => {
    requireStaff(caller);
    const found = await results.latest();
    return { result: found ? { day: found.day, finishedAt: isoTime(found.finishedAt), ...found.tally } : null };
  };
}
